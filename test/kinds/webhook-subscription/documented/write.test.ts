import { expect, it } from 'vitest';
import { webhookSubscription as on } from '../../../../src/kinds/webhook-subscription/index.ts';
import { buildSpec } from '../../../../src/kinds/webhook-subscription/spec.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { creating } from '../../desired-changes.ts';

const webhookSubscription = on('documented', NO_NAMES);

const spec = buildSpec({ appId: 2001, eventType: 'contact.propertyChange', propertyName: 'tier', active: false });
const address = 'webhook-subscription:2001/contact.propertyChange/tier';

it('creates a subscription with its identity and its declared fields', () => {
  expect(webhookSubscription.writer.write([creating(webhookSubscription, spec)])).toEqual({
    calls: [
      {
        endpoint: 'createSubscription',
        params: { appId: '2001' },
        body: { eventType: 'contact.propertyChange', active: false, propertyName: 'tier' },
        covers: [address],
        writes: ['active'],
        expects: { [address]: { active: false } },
        route: 'The only call that creates a subscription (interface 4.4).',
        after: [],
      },
    ],
    blocked: [],
  });
});

it('keeps the id that the service gave, as text', () => {
  const call = { endpoint: 'createSubscription', params: { appId: '2001' } } as const;
  const reply = { id: 77, eventType: 'contact.propertyChange', active: false, createdAt: '2026-01-01T00:00:00Z' };
  expect(webhookSubscription.writer.settle(call, [address], reply)).toEqual([
    { address, status: 'applied', id: '77', echo: { active: false, eventTypeName: '' } },
  ]);
});
