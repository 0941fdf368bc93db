import { describe, expect, it } from 'vitest';
import { knownIds } from '../../../src/engine/observe/known-ids.ts';
import { findMakers, madeLabel } from '../../../src/engine/observe/label-makers.ts';
import { associationLabel as on } from '../../../src/kinds/association-label/index.ts';
import { NO_NAMES } from '../../../src/model/account-names.ts';
import type { Address } from '../../../src/model/address.ts';
import { testClock } from '../../ledger/clock.ts';
import { aRecord } from '../../ledger/entries.ts';
import { aKind } from '../a-kind.ts';

const kinds = [on('dated', NO_NAMES), aKind()];
const OWNER: Address = 'association-label:contacts/companies/owner';
const same = <T>(pair: T) => pair;
const ids = (id?: string) =>
  knownIds({ records: id === undefined ? {} : { [OWNER]: aRecord(OWNER, { id }) }, intentions: [] }, testClock());
const category = 'USER_DEFINED';
const forward = { from: 'contacts', to: 'companies', category };
const back = { from: 'companies', to: 'contacts', category };

describe('the makers of a project', () => {
  it('have an entry for each direction of a label, with the pair as type ids', () => {
    const withIds = <T extends { readonly from: string; readonly to: string }>(pair: T): T => ({
      ...pair,
      from: `id of ${pair.from}`,
      to: `id of ${pair.to}`,
    });
    const resources = [{ address: OWNER, fields: { label: 'Owner', inverseLabel: 'Owned by' } }];
    expect([...findMakers({ kinds, resources }, withIds).values()]).toEqual([
      { from: 'id of contacts', to: 'id of companies', category, label: 'Owner', side: 0, idOf: OWNER },
      { from: 'id of companies', to: 'id of contacts', category, label: 'Owned by', side: 1, idOf: OWNER },
    ]);
  });

  it('have the texts of the first resource with an address', () => {
    const resources = [
      { address: OWNER, fields: { label: 'New', inverseLabel: 'New' } },
      { address: OWNER, fields: { label: 'Old', inverseLabel: 'Old' } },
    ];
    expect([...findMakers({ kinds, resources }, same).values()].map(({ label }) => label)).toEqual(['New', 'New']);
  });

  it('have the first label with a text', () => {
    const other: Address = 'association-label:contacts/companies/other';
    const resources = [OWNER, other].map((address) => ({ address, fields: { label: 'Owner' } }));
    expect([...findMakers({ kinds, resources }, same).values()].map(({ idOf }) => idOf)).toEqual([OWNER]);
  });

  it('ignore resources without an association type', () => {
    const resources = [
      { address: 'property:contacts/owner' as const, fields: { label: 'Owner' } },
      { address: OWNER, fields: {} },
    ];
    expect(findMakers({ kinds, resources }, same).size).toBe(0);
  });
});

describe('the label of a type id', () => {
  const resources = [{ address: OWNER, fields: { label: 'Owner', inverseLabel: 'Owned by' } }];
  const makers = findMakers({ kinds, resources }, same);

  it.each([
    ['the first direction', { ...forward, typeId: 3 }, '3/4', 'Owner'],
    ['the other direction', { ...back, typeId: 4 }, '3/4', 'Owned by'],
    ['the wrong direction', { ...back, typeId: 3 }, '3/4', undefined],
    ['another category', { ...forward, category: 'WORK', typeId: 3 }, '3/4', undefined],
    ['another id', { ...forward, typeId: 9 }, '3/4', undefined],
    ['an unknown id', { ...forward, typeId: 3 }, undefined, undefined],
  ])('in %s is found by the pair, the category and the id', (_, type, id, label) => {
    expect(madeLabel(type, makers, ids(id))).toBe(label);
  });
});
