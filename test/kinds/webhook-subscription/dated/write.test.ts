import { expect, it } from 'vitest';
import { webhookSubscription as on } from '../../../../src/kinds/webhook-subscription/index.ts';
import { buildSpec } from '../../../../src/kinds/webhook-subscription/spec.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { creating, removing, updating } from '../../desired-changes.ts';

const kind = on('dated', NO_NAMES);
const spec = buildSpec({ appId: 2001, eventType: 'contact.propertyChange', propertyName: 'tier', active: false });
const address = 'webhook-subscription:2001/contact.propertyChange/tier';
const params = { appId: '2001', subscriptionId: '7' };
const reply = { id: 7, eventType: 'contact.propertyChange', active: false, createdAt: '2026-01-01T00:00:00Z' };

it('can change active, and nothing else', () => {
  expect(kind.fields).toEqual({
    active: { compare: 'exact', mutable: true },
    eventTypeName: { compare: 'text', mutable: false },
  });
  expect([kind.writer.update, kind.writer.remove]).toEqual([undefined, { risk: 'subscription-removal' }]);
});

it('creates a subscription like the documented surface', () => {
  const [created] = kind.writer.write([creating(kind, spec)]).calls;
  const [documented] = on('documented', NO_NAMES).writer.write([creating(kind, spec)]).calls;
  expect({ ...created, route: documented?.route }).toEqual(documented);
});

it('switches a subscription by its id', () => {
  expect(kind.writer.write([{ ...updating(kind, spec, ['active']), id: '7' }])).toEqual({
    calls: [
      {
        endpoint: 'updateSubscription',
        params,
        body: { active: false },
        covers: [address],
        writes: ['active'],
        expects: { [address]: { active: false } },
        route: 'Switches the subscription on or off; nothing else of it can be changed (interface 11.5).',
        after: [],
      },
    ],
    blocked: [],
  });
});

it('deletes a subscription by its id', () => {
  const { calls, blocked } = kind.writer.write([{ ...removing(kind, spec), id: '7' }]);
  expect(calls).toMatchObject([
    { endpoint: 'deleteSubscription', params, covers: [address], writes: [], expects: { [address]: null } },
  ]);
  expect(blocked).toEqual([]);
});

it.each([updating(kind, spec, ['active']), removing(kind, spec)])(
  'blocks the $action of one that has no single id',
  (change) => {
    expect(kind.writer.write([change])).toEqual({
      calls: [],
      blocked: [
        {
          address,
          because: 'read-only',
          reason:
            'The app has it more than once, and the declaration could mean any of them: first delete all but one.',
          section: '11.5',
        },
      ],
    });
  },
);

it('takes a reply about another subscription for none', () => {
  const call = { endpoint: 'updateSubscription', params, body: { active: false } } as const;
  expect(kind.writer.names(call, [address], { ...reply, id: '8', eventType: 'deal.creation' })).toEqual([
    { member: 'id', sent: '7', shown: '8' },
    { member: 'eventType', sent: 'contact.propertyChange', shown: 'deal.creation' },
  ]);
  expect(kind.writer.settle(call, [address], reply)).toEqual([
    { address, status: 'applied', id: '7', echo: { active: false, eventTypeName: '' } },
  ]);
});

it('is told of a deletion by its status alone', () => {
  const call = { endpoint: 'deleteSubscription', params } as const;
  expect(kind.writer.names(call, [address], undefined)).toEqual([]);
  expect(kind.writer.settle(call, [address], undefined)).toEqual([{ address, status: 'applied' }]);
});
