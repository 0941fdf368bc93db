import { expect, it } from 'vitest';
import { reader } from '../../../../src/kinds/webhook-subscription/dated/read.ts';
import { NOTHING_WANTED } from '../../../../src/model/kind-reader.ts';

const call = { endpoint: 'listSubscriptions', params: { appId: '2001' } } as const;
const CREATED = 'webhook-subscription:2001/contact.creation';
const row = (id: string, more: object = {}) => ({
  id,
  eventType: 'contact.creation',
  active: true,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
});
const seen = (...results: readonly object[]) =>
  reader.interpret(call, { results }, { calls: [], others: [], covers: [] });

it('lists the subscriptions of each app once', () => {
  const other = 'webhook-subscription:2002/deal.creation';
  expect(reader.reads([CREATED, other, 'webhook-subscription:2001/deal.creation'], NOTHING_WANTED)).toEqual([
    { call, covers: [CREATED, 'webhook-subscription:2001/deal.creation'] },
    { call: { endpoint: 'listSubscriptions', params: { appId: '2002' } }, covers: [other] },
  ]);
  expect(reader.lists('contacts')).toEqual([]);
});

it('shows each with its id, its fields and when it changed', () => {
  const watching = { eventType: 'contact.propertyChange', propertyName: 'tier', active: false };
  expect(seen(row('7', { updatedAt: '2026-02-01T00:00:00Z' }), row('8', { ...watching, updatedAt: 'never' }))).toEqual([
    {
      address: CREATED,
      kind: 'webhook-subscription',
      fields: { active: true, eventTypeName: '' },
      basis: 'observed',
      id: '7',
      changedAt: '2026-02-01T00:00:00.000Z',
    },
    {
      address: 'webhook-subscription:2001/contact.propertyChange/tier',
      kind: 'webhook-subscription',
      fields: { active: false, eventTypeName: '' },
      basis: 'observed',
      id: '8',
    },
  ]);
});

it('ignores an object type that equals the object of the event', () => {
  const typed = row('7', { objectTypeId: '0-1', active: false });
  const idsOf = (...rows: readonly object[]) => seen(...rows).map(({ address, id }) => [address, id]);
  expect(idsOf(typed)).toEqual([[CREATED, '7']]);
  expect(idsOf(row('9', { objectTypeId: '2-3451' }))).toEqual([[`${CREATED}/2-3451`, '9']]);
  expect(seen(typed, row('8'))).toMatchObject([{ address: CREATED, locked: 'the app has it 2 times (ids 7, 8)' }]);
});

it('locks a duplicate subscription and names both ids', () => {
  const twice = [row('11', { active: false }), row('12', { eventTypeName: null })];
  expect(seen(...twice)).toEqual([
    {
      address: CREATED,
      kind: 'webhook-subscription',
      fields: { active: true, eventTypeName: '' },
      basis: 'observed',
      locked: 'the app has it 2 times (ids 11, 12)',
    },
  ]);
  expect(reader.remarks?.(call, { results: twice }, { calls: [], others: [], covers: [] })).toEqual([
    {
      code: 'subscription-duplicate',
      severity: 'warning',
      message: `The app has ${CREATED} 2 times (ids 11, 12), and each of them that is active notifies it.`,
      hint: 'Delete all but one of them in the app. Until then they stay unchanged, because the declaration could mean any of them.',
      address: CREATED,
    },
  ]);
  expect(
    reader.remarks?.(
      call,
      { results: [row('11'), row('12', { eventType: 'deal.creation' })] },
      { calls: [], others: [], covers: [] },
    ),
  ).toEqual([]);
  const named = ['Placed', 'Shipped'].map((eventTypeName, at) =>
    row(`1${at}`, { eventType: 'event.completed', eventTypeName }),
  );
  expect(reader.remarks?.(call, { results: named }, { calls: [], others: [], covers: [] })).toEqual([]);
});
