/** Webhook subscriptions of an app (interface 2.8, 4.4, 6, 11.5). */

import { defined } from '../../contract/defined.ts';
import type { AccountNames } from '../../model/account-names.ts';
import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { KindFrame, KindOn, KindSides } from '../../model/kind.ts';
import { dated } from './dated/index.ts';
import { documented } from './documented/index.ts';
import {
  addressOfSubscription,
  appOfSubscription,
  buildSpec,
  levels,
  listWatchedProperties,
  parseWatched,
  type WebhookSubscriptionSpec,
} from './spec.ts';
import { webhookSubscriptionWords } from './words.ts';

const frame = (names: AccountNames): KindFrame<WebhookSubscriptionSpec> => ({
  name: 'webhook-subscription',
  words: webhookSubscriptionWords,
  levels,
  mayRefer: false,
  traits: { description: false, type: false, name: 'none' },
  spec: buildSpec,
  address: addressOfSubscription,
  holder: ({ appId }) => String(appId),
  app: appOfSubscription,
  dependsOn: (spec) => listWatchedProperties(spec, names),
  mentions: (spec) => listWatchedProperties(spec, names),
  // Subscriptions belong to the app, and other accounts may use it. They therefore do not keep a property in this account.
  needs: { kinds: ['property'], firm: false, of: ({ address }) => listWatchedProperties(parseWatched(address), names) },
  capture({ address, fields: { active, ...fields } }) {
    if (typeof active !== 'boolean') return UNKNOWN;
    // A declared subscription is active by default.
    return { ...buildCaptured(address), ...fields, ...(active ? {} : { active }) };
  },
});

const SIDES: KindSides<WebhookSubscriptionSpec> = { documented: () => documented, dated: () => dated };

export const webhookSubscription: KindOn<WebhookSubscriptionSpec> = (surface, names) => ({
  ...frame(names),
  ...SIDES[surface](names),
});

function buildCaptured(address: Address): Fields {
  const appId = Number(appOfSubscription(address));
  return {
    appId: Number.isSafeInteger(appId) ? appId : appOfSubscription(address),
    ...defined({ ...parseWatched(address) }),
  };
}

const UNKNOWN = { because: 'missing-key', reason: 'Nothing shows whether it is active.' };
