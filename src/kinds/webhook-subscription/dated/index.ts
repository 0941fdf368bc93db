/** Webhook subscriptions on the dated surface: listed by app, created, switched on and off, and deleted (interface 11.5). */

import { SubscriptionUpdate } from '../../../contract/dated-webhooks.ts';
import type { KindSide } from '../../../model/kind.ts';
import { fieldRules } from '../../field-rules.ts';
import { check, checkGiven, FIELD_HINTS, type WebhookSubscriptionSpec } from '../spec.ts';
import { reader } from './read.ts';
import { writer } from './write.ts';

export const dated: KindSide<WebhookSubscriptionSpec> = {
  section: '11.5',
  fields: fieldRules(FIELD_HINTS, { bodies: [SubscriptionUpdate], identity: [] }),
  check,
  checkGiven,
  reader,
  writer,
};
