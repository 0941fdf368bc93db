/** Names with the account in front: each account has the same thing under the rest of the name. */

import { expect, test } from 'vitest';
import { addressOf, KIND_NAMES } from '../../../src/model/address.ts';
import type { Snapshot, SnapshotResource } from '../../../src/model/snapshot.ts';
import { aProperty, aSnapshot, compared, PRODUCTION } from './states.ts';

const wheels = (objectType: string, label = 'Wheels', name = 'wheels'): SnapshotResource =>
  aProperty(name, { label }, { address: addressOf('property', objectType, name) });
const total = (event: string): SnapshotResource => ({
  address: addressOf('event-definition-property', event, 'total'),
  kind: 'event-definition-property',
  fields: { label: 'Total', type: 'number' },
});

function holding(resource: SnapshotResource | undefined, of: string, more: Partial<Snapshot> = {}): Snapshot {
  const parts = KIND_NAMES.map((kind) => ({ kind, of }));
  return aSnapshot(resource === undefined ? [] : [resource], { ...more, parts });
}

const summaryOf = ({ summary, resources, notCompared }: ReturnType<typeof compared>) => ({
  ...{ same: summary.same, different: summary.different },
  ...{ only: summary.onlyLeft + summary.onlyRight, because: notCompared.map(({ because }) => because) },
  addresses: resources.map(({ address, rightAddress }) => [address, rightAddress]),
});

test.each([
  ['both have their own account in front', 'p1001_cars', 'p7007_cars'],
  ['one has the plain name', 'p1001_cars', 'cars'],
])('an object is the same where %s', (_, ours, theirs) => {
  const left = holding(wheels(ours), ours);
  expect(summaryOf(compared(left, holding(wheels(theirs), theirs, PRODUCTION)))).toEqual({
    ...{ same: 1, different: 0, only: 0, because: [], addresses: [] },
  });
  const other = compared(left, holding(wheels(theirs, 'Tyres'), theirs, PRODUCTION));
  expect(summaryOf(other)).toMatchObject({
    ...{ same: 0, different: 1, only: 0, because: [] },
    addresses: [[addressOf('property', ours, 'wheels'), addressOf('property', theirs, 'wheels')]],
  });
  const none = compared(left, holding(undefined, theirs, PRODUCTION));
  expect(summaryOf(none)).toMatchObject({ only: 1, because: [] });
});

test('an event is the same, too', () => {
  const left = holding(total('pe1001_order'), 'pe1001_order');
  const [full, plain] = ['pe7007_order', 'order'].map((event) =>
    compared(left, holding(total(event), event, PRODUCTION)),
  );
  for (const one of [full, plain]) expect(one?.summary).toMatchObject({ same: 1, onlyLeft: 0, onlyRight: 0 });
});

test('a property in an object is the same where both accounts put themselves in front', () => {
  const named = (name: string) => wheels('contacts', 'Points', name);
  const left = holding(named('p1001_points'), 'contacts');
  expect(compared(left, holding(named('p7007_points'), 'contacts', PRODUCTION)).summary).toMatchObject({ same: 1 });
  expect(compared(left, holding(named('points'), 'contacts', PRODUCTION)).summary).toMatchObject({
    ...{ same: 0, onlyLeft: 1, onlyRight: 1 },
  });
});

test('a name with another account in front, or an account that is not known, is not compared', () => {
  const right = holding(undefined, 'contacts', PRODUCTION);
  for (const [objectType, hubId] of [['p5005_cars', 1001] as const, ['p1001_cars', null] as const]) {
    const left = holding(wheels(objectType), objectType);
    const { notCompared, resources } = compared({ ...left, account: { ...left.account, hubId } }, right);
    expect(resources).toEqual([]);
    expect(notCompared.find(({ because }) => because === 'own-id')?.reason).toMatch(
      new RegExp(`^The name ${objectType} belongs to one account`),
    );
  }
});

test('two names of one side stay two', () => {
  const both = { ...holding(wheels('p1001_cars'), 'cars'), resources: [wheels('p1001_cars'), wheels('cars', 'Plain')] };
  const { summary } = compared(both, holding(wheels('cars', 'Plain'), 'cars', PRODUCTION));
  expect(summary).toMatchObject({ same: 1, different: 0 });
});
