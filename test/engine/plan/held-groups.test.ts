/** Tests of groups that a create rejects: existing groups are updated, and an order is compared unless it is -1. */

import { expect, it } from 'vitest';
import type { Fields } from '../../../src/model/json.ts';
import { declare, planOf, recorded } from '../planning.ts';

const ADDRESS = 'property-group:contacts/loyalty';
const declared = (more: Fields) => declare('property-group', { objectType: 'contacts', name: 'loyalty', ...more });
const inferred = { address: ADDRESS, kind: 'property-group', fields: {}, basis: 'inferred' } as const;

const shown = (plan: ReturnType<typeof planOf>) => ({
  changes: plan.changes.map(({ action, because }) => `${action} ${because}`),
  calls: plan.calls.map(({ method, path, body }) => [method, path, body]),
  findings: plan.findings.map(({ code, message }) => [code, message]),
});

const update = (body: Fields, name = 'loyalty') => ['PUT', `/properties/v2/contacts/groups/named/${name}`, body];

it('an order alone is sent to a group that exists', () => {
  expect(shown(planOf({ desired: [declared({ displayOrder: 2 })], live: [inferred] }))).toEqual({
    changes: ['update value-unknown'],
    calls: [update({ displayOrder: 2 })],
    findings: [],
  });
});

it.each([
  [{ displayOrder: 2 }, 'loyalty'],
  [{ displayName: 'Loyalty', displayOrder: -1 }, 'Loyalty-Programme'],
])('%j of a group that nothing shows is an update of %s, with a warning', (fields, name) => {
  const { displayOrder, ...rest }: Fields = fields;
  const sent = displayOrder === -1 ? rest : fields;
  expect(shown(planOf({ desired: [declared({ name, ...fields })] }))).toEqual({
    changes: ['update missing'],
    calls: [update(sent, name)],
    findings: [
      [
        'reference-unseen',
        `property-group:contacts/${name} cannot be created as declared. No property in the account belongs to it.`,
      ],
    ],
  });
});

it('an applied order is in sync with any displayed name', () => {
  const record = recorded(ADDRESS, { displayOrder: 2 });
  expect(
    shown(planOf({ desired: [declared({ displayOrder: 2 })], live: [{ ...inferred, ...record, basis: 'recorded' }] })),
  ).toEqual({
    changes: ['keep in-sync'],
    calls: [],
    findings: [],
  });
});

it.each([
  [-2, -2, []],
  [-3, -2, [update({ displayOrder: -3 })]],
  [-1, -2, []],
])('the order %i where %i was applied makes the calls %j', (displayOrder, applied, calls) => {
  const record = recorded(ADDRESS, { displayName: 'Loyalty', displayOrder: applied });
  const desired = [declared({ displayName: 'Loyalty', displayOrder })];
  const live = [{ ...inferred, fields: record.fields, basis: 'recorded' as const }];
  expect(shown(planOf({ desired, live, records: [record] })).calls).toEqual(calls);
});
