import { describe, expect, it } from 'vitest';
import { knownIds } from '../../../src/engine/observe/known-ids.ts';
import type { Address } from '../../../src/model/address.ts';
import type { Fields } from '../../../src/model/json.ts';
import type { Intention } from '../../../src/model/ledger.ts';
import { testClock } from '../../ledger/clock.ts';
import { anIntention, aRecord, forget, settle } from '../../ledger/entries.ts';

const CLOCK = testClock();

const OWNER: Address = 'association-label:contacts/companies/owner';
const OTHER: Address = 'association-label:contacts/companies/other';
const EMPTY = { records: {}, intentions: [] };
const FIELDS: Fields = { label: 'Owner', inverseLabel: 'Owner' };
const recordOf = (address: Address, id?: string) =>
  aRecord(address, { kind: 'association-label', fields: FIELDS, ...(id !== undefined && { id }) });
const creating = (id: string, more: Partial<Intention> = {}): Intention =>
  anIntention(id, {
    covers: [OWNER],
    before: { [OWNER]: null },
    expects: { [OWNER]: FIELDS },
    records: { [OWNER]: recordOf(OWNER) },
    ...more,
  });

describe('the known ids', () => {
  it('come from the records with an id', () => {
    const ids = knownIds(
      { records: { [OWNER]: recordOf(OWNER, '3/4'), [OTHER]: recordOf(OTHER) }, intentions: [] },
      CLOCK,
    );
    expect([ids.idOf(OWNER), ids.idOf(OTHER)]).toEqual(['3/4', undefined]);
    expect([...ids.known()]).toEqual([[OWNER, '3/4']]);
  });

  it('follow the journal of a run', () => {
    const ids = knownIds(EMPTY, CLOCK);
    ids.follow([{ type: 'record', record: recordOf(OTHER, '1/2') }]);
    ids.follow([{ type: 'intend', intention: creating('i1') }]);
    expect(ids.idOf(OWNER)).toBeUndefined();
    ids.follow([settle('i1', 'applied', { [OWNER]: recordOf(OWNER, '3/4') })]);
    expect([...ids.known()].sort()).toEqual([
      [OTHER, '1/2'],
      [OWNER, '3/4'],
    ]);
    ids.follow([forget(OTHER)]);
    expect([...ids.known()]).toEqual([[OWNER, '3/4']]);
  });

  it('come from the intention if a settlement has no records', () => {
    const ids = knownIds(
      { ...EMPTY, intentions: [creating('i1', { records: { [OWNER]: recordOf(OWNER, '3/4') } })] },
      CLOCK,
    );
    ids.follow([settle('i1', 'applied')]);
    expect(ids.idOf(OWNER)).toBe('3/4');
  });

  it('stay after a call that was not applied, and go with a deletion', () => {
    const ids = knownIds({ records: { [OWNER]: recordOf(OWNER, '3/4') }, intentions: [] }, CLOCK);
    const removing = creating('i1', {
      before: { [OWNER]: FIELDS },
      expects: { [OWNER]: null },
      records: { [OWNER]: null },
    });
    ids.follow([{ type: 'intend', intention: removing }, settle('i1', 'not-applied')]);
    expect(ids.idOf(OWNER)).toBe('3/4');
    ids.follow([{ type: 'intend', intention: { ...removing, id: 'i2' } }, settle('i2', 'applied')]);
    expect(ids.idOf(OWNER)).toBeUndefined();
  });

  it('are replaced by those of another ledger', () => {
    const ids = knownIds({ records: { [OWNER]: recordOf(OWNER, '3/4') }, intentions: [creating('i1')] }, CLOCK);
    ids.take({ records: { [OTHER]: recordOf(OTHER, '1/2') }, intentions: [] });
    expect([...ids.known()]).toEqual([[OTHER, '1/2']]);
    expect(ids.awaited(Number.POSITIVE_INFINITY).size).toBe(0);
  });
});

describe('the type id at a place', () => {
  it.each([
    [0, '3/4', 3],
    [1, '3/4', 4],
    [1, '3', 3],
    [0, undefined, undefined],
  ] as const)('%d of %s is %s', (side, id, expected) => {
    const ids = knownIds({ records: { [OWNER]: recordOf(OWNER, id) }, intentions: [] }, CLOCK);
    expect(ids.typeIdAt({ idOf: OWNER, side })).toBe(expected);
  });

  it('is the id from a list until a call of the run replaces it', () => {
    const ledger = { records: { [OWNER]: recordOf(OWNER, '3/4') }, intentions: [creating('i1')] };
    const ids = knownIds(ledger, CLOCK);
    const [first, second] = [{ idOf: OWNER, side: 0 } as const, { idOf: OWNER, side: 1 } as const];
    ids.show(first, 5);
    ids.show(second, undefined);
    ids.take(ledger);
    expect([ids.typeIdAt(first), ids.typeIdAt(second), ids.idOf(OWNER)]).toEqual([5, undefined, '3/4']);
    ids.follow([settle('i1', 'applied', { [OWNER]: recordOf(OWNER, '7/8') })]);
    expect([ids.typeIdAt(first), ids.typeIdAt(second)]).toEqual([7, 8]);
  });
});

describe('an awaited resource', () => {
  it('has an open create, until the create is settled', () => {
    const ids = knownIds({ ...EMPTY, intentions: [creating('i1')] }, CLOCK);
    expect([...ids.awaited(Number.POSITIVE_INFINITY)]).toEqual([[OWNER, FIELDS]]);
    ids.follow([settle('i1', 'not-applied')]);
    expect(ids.awaited(Number.POSITIVE_INFINITY).size).toBe(0);
    ids.follow([{ type: 'intend', intention: creating('i2') }]);
    expect([...ids.awaited(Number.POSITIVE_INFINITY)]).toEqual([[OWNER, FIELDS]]);
  });

  it.each([
    ['open update', { before: { [OWNER]: FIELDS } }],
    ['open deletion', { before: { [OWNER]: FIELDS }, expects: { [OWNER]: null } }],
  ])('has no %s', (_, more) => {
    expect(
      knownIds({ ...EMPTY, intentions: [creating('i1', more)] }, CLOCK).awaited(Number.POSITIVE_INFINITY).size,
    ).toBe(0);
  });
});
