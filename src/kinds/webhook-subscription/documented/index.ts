/** Webhook subscriptions on the documented surface: they can be created, and nothing else (interface 2.8, 4.4). */

import type { KindSide } from '../../../model/kind.ts';
import { fieldRules } from '../../field-rules.ts';
import { check, checkGiven, FIELD_HINTS, type WebhookSubscriptionSpec } from '../spec.ts';
import { reader } from './read.ts';
import { writer } from './write.ts';

export const documented: KindSide<WebhookSubscriptionSpec> = {
  section: '4.4',
  fields: fieldRules(FIELD_HINTS, { bodies: [], identity: [] }),
  check,
  checkGiven,
  reader,
  writer,
};
