/** Words for subscriptions in reports. */

import type { KindWords } from '../../model/kind-words.ts';

export const webhookSubscriptionWords: KindWords = {
  noun: 'subscription',
  plural: 'subscriptions',
  title: 'Webhook subscriptions',
  about: 'Kinds of change that an app is notified about.',
  forms: ['APP/EVENT', 'APP/EVENT/DETAIL', 'APP/EVENT/OBJECT/PROPERTY'],
  section: { rank: 1, title: ([app = '']) => `Webhooks of app ${app}` },
  columns: [{ as: 'flag', field: 'active', set: 'active', unset: 'not active' }],
  group: 'none',
  doubtfulOn: ['documented'],
};
