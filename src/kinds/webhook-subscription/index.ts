/** Webhook subscriptions of an app (interface 2.8, 4.4, 6). */

import type { Kind } from '../../model/kind.ts';
import { fieldRules } from '../field-rules.ts';
import { reader } from './read.ts';
import {
  addressOfSubscription,
  check,
  checkGiven,
  levels,
  propertyOf,
  specOf,
  type WebhookSubscriptionSpec,
} from './spec.ts';
import { webhookSubscriptionWords } from './words.ts';
import { writer } from './write.ts';

export const webhookSubscription: Kind<WebhookSubscriptionSpec> = {
  name: 'webhook-subscription',
  words: webhookSubscriptionWords,
  section: '4.4',
  levels,
  mayRefer: false,
  fields: fieldRules(
    { active: { compare: 'exact' }, eventTypeName: { compare: 'text' } },
    { bodies: [], identity: [] },
  ),
  traits: { description: false, type: false, name: 'none' },
  spec: specOf,
  address: addressOfSubscription,
  dependsOn: propertyOf,
  mentions: propertyOf,
  check,
  checkGiven,
  checkAll: () => [],
  reader,
  writer,
};
