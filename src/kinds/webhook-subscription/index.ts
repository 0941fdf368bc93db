/** Webhook subscriptions of an app (interface 2.8, 4.4, 6). */

import type { Kind } from '../../model/kind.ts';
import { fieldRules } from '../field-rules.ts';
import { reader } from './read.ts';
import {
  addressOfSubscription,
  check,
  checkGiven,
  place,
  propertyOf,
  specOf,
  type WebhookSubscriptionSpec,
} from './spec.ts';
import { writer } from './write.ts';

export const webhookSubscription: Kind<WebhookSubscriptionSpec> = {
  name: 'webhook-subscription',
  title: 'Webhook subscriptions',
  about: 'Kinds of change in an account that an app is notified about.',
  place,
  fields: fieldRules(
    { active: { compare: 'exact' }, eventTypeName: { compare: 'text' } },
    { bodies: [], identity: [] },
  ),
  spec: specOf,
  address: addressOfSubscription,
  dependsOn: propertyOf,
  mentions: propertyOf,
  check,
  checkGiven,
  reader,
  writer,
};
