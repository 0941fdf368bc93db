import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMIT_BATCH_SIZE, LimitPurge, LimitUpdate } from '../../../../src/contract/association-limits.ts';
import { associationLimit as on } from '../../../../src/kinds/association-limit/index.ts';
import { buildSpec } from '../../../../src/kinds/association-limit/spec.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import type { CallDraft } from '../../../../src/model/kind.ts';
import type { LedgerRecord } from '../../../../src/model/ledger.ts';
import { creating, removing, updating } from '../../desired-changes.ts';

const associationLimit = on('documented', NO_NAMES);

const pair = { from: 'contacts', to: 'companies' };
const limit = (typeId: number, maxToObjectIds: number, category = 'SERVICE_DEFINED') =>
  buildSpec({ ...pair, category, typeId, maxToObjectIds });
const label = (typeId: number, maxToObjectIds: number) => limit(typeId, maxToObjectIds, 'USER_DEFINED');
const to = (spec: ReturnType<typeof limit>, before: number) =>
  updating(associationLimit, spec, ['maxToObjectIds'], { maxToObjectIds: before });
const write = (...wanted: Parameters<typeof associationLimit.writer.write>[0]) =>
  associationLimit.writer.write(wanted).calls;
/** Type ids and limits of a call, a purge without limits. */
const inputs = (call: CallDraft): readonly (readonly number[])[] =>
  call.endpoint === 'purgeAssociationLimits'
    ? LimitPurge()
        .parse(call.body)
        .inputs.map(({ typeId }) => [typeId])
    : LimitUpdate()
        .parse(call.body)
        .inputs.map(({ typeId, maxToObjectIds }) => [typeId, maxToObjectIds]);

describe('the writer of association limits', () => {
  it('orders the limits of a pair, even if an older record uses the type id', () => {
    const older = {
      ...removing(associationLimit, label(7, 2)),
      address: 'association-limit:0-48/contacts/USER_DEFINED/7' as const,
    };
    const now = buildSpec({ from: 'calls', to: '0-1', category: 'USER_DEFINED', typeId: 7, maxToObjectIds: 2 });
    const made = write(creating(associationLimit, now), older);
    expect(made.map(({ endpoint, params, after }) => [endpoint, params, after])).toEqual([
      ['purgeAssociationLimits', { fromObjectType: 'calls', toObjectType: 'contacts' }, []],
      ['updateAssociationLimits', { fromObjectType: 'calls', toObjectType: 'contacts' }, [0]],
    ]);
  });

  it('sets all limits of a pair in one call', () => {
    expect(write(creating(associationLimit, label(7, 2)), to(label(9, 3), 1))).toEqual([
      {
        endpoint: 'updateAssociationLimits',
        params: { fromObjectType: 'contacts', toObjectType: 'companies' },
        body: {
          inputs: [
            { category: 'USER_DEFINED', typeId: 7, maxToObjectIds: 2 },
            { category: 'USER_DEFINED', typeId: 9, maxToObjectIds: 3 },
          ],
        },
        covers: [
          'association-limit:contacts/companies/USER_DEFINED/7',
          'association-limit:contacts/companies/USER_DEFINED/9',
        ],
        writes: ['maxToObjectIds'],
        expects: {
          'association-limit:contacts/companies/USER_DEFINED/7': { maxToObjectIds: 2 },
          'association-limit:contacts/companies/USER_DEFINED/9': { maxToObjectIds: 3 },
        },
        route: 'One batch sets the limits of a pair, including missing limits (interface 4.5).',
        after: [],
      },
    ]);
  });

  it.each([
    [
      'raises the object-level limit first',
      to(limit(279, 9), 5),
      [
        [279, 9],
        [7, 2],
      ],
    ],
    [
      'lowers the object-level limit last',
      to(limit(279, 3), 5),
      [
        [7, 2],
        [279, 3],
      ],
    ],
    [
      'sets a new object-level limit last',
      creating(associationLimit, limit(279, 3)),
      [
        [7, 2],
        [279, 3],
      ],
    ],
  ])('%s', (_name, objectLevel, order) => {
    const other = to(label(7, 2), 1);
    expect(write(objectLevel, other).map(inputs)).toEqual([order]);
    expect(write(other, objectLevel).map(inputs)).toEqual([order]);
  });

  it('purges before it updates, one pair after the other', () => {
    const deals = buildSpec({ from: 'contacts', to: 'deals', typeId: 4, maxToObjectIds: 1 });
    const calls = write(
      creating(associationLimit, deals),
      to(label(7, 2), 1),
      removing(associationLimit, label(9, 1)),
      removing(associationLimit, label(8, 1)),
    );
    expect(calls.map((call) => [call.endpoint, call.params['toObjectType'], inputs(call), call.after])).toEqual([
      ['updateAssociationLimits', 'deals', [[4, 1]], []],
      ['purgeAssociationLimits', 'companies', [[9], [8]], []],
      ['updateAssociationLimits', 'companies', [[7, 2]], [1]],
    ]);
    expect(calls[1]?.expects).toEqual({
      'association-limit:contacts/companies/USER_DEFINED/9': null,
      'association-limit:contacts/companies/USER_DEFINED/8': null,
    });
  });

  it('splits a large batch into a chain of calls', () => {
    const many = Array.from({ length: 2 * LIMIT_BATCH_SIZE + 1 }, (_, index) => label(index + 1, 1));
    const calls = write(...many.map((spec) => creating(associationLimit, spec)));
    expect(calls.map((call) => [inputs(call).length, call.after])).toEqual([
      [LIMIT_BATCH_SIZE, []],
      [LIMIT_BATCH_SIZE, [0]],
      [1, [1]],
    ]);
  });

  it('sends the category as declared, and purges in the spelling that the service used', () => {
    const spec = limit(279, 1, 'HUBSPOT_DEFINED');
    const [set] = write(creating(associationLimit, spec));
    expect(set?.body).toEqual({ inputs: [{ category: 'HUBSPOT_DEFINED', typeId: 279, maxToObjectIds: 1 }] });
    const record: LedgerRecord = {
      address: associationLimit.address(spec),
      kind: 'association-limit',
      fields: { maxToObjectIds: 1 },
      id: 'HUBSPOT_DEFINED/279',
      basis: 'echoed',
      at: '2026-01-01T00:00:00Z',
      run: 'r1',
    };
    const purge = removing(associationLimit, spec);
    const [known] = write({ ...purge, record });
    const [unknown] = write(purge);
    expect(known?.body).toEqual({ inputs: [{ category: 'HUBSPOT_DEFINED', typeId: 279 }] });
    expect(unknown?.body).toEqual({ inputs: [{ category: 'SERVICE_DEFINED', typeId: 279 }] });
  });

  it('never lets a label limit exceed the object limit between two calls', () => {
    const ceiling = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined });
    const labels = fc.array(ceiling, { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(ceiling, ceiling, labels, labels, (objectBefore, objectAfter, labelsBefore, labelsAfter) => {
        const held = new Map([[279, objectBefore], ...labelsBefore.map((max, index) => [index + 1, max] as const)]);
        const goal = new Map([[279, objectAfter], ...labelsAfter.map((max, index) => [index + 1, max] as const)]);
        fc.pre(isValid(held) && isValid(goal));
        for (const call of write(...[...goal].flatMap(([typeId, max]) => changeOf(typeId, held.get(typeId), max)))) {
          for (const [typeId = 0, max] of inputs(call)) {
            held.set(typeId, max);
            expect(isValid(held)).toBe(true);
          }
        }
        expect(held).toEqual(goal);
      }),
    );
  });
});

/** Checks limits by type id. The limit of type 279 is the maximum for all others (assumption A23). */
function isValid(limits: ReadonlyMap<number, number | undefined>): boolean {
  const highest = limits.get(279) ?? Number.POSITIVE_INFINITY;
  return [...limits.values()].every((max) => max === undefined || max <= highest);
}

function changeOf(typeId: number, before: number | undefined, after: number | undefined) {
  const spec = (max: number) => (typeId === 279 ? limit(typeId, max) : label(typeId, max));
  if (before === after) return [];
  if (after === undefined) return [removing(associationLimit, spec(before ?? 0))];
  return [before === undefined ? creating(associationLimit, spec(after)) : to(spec(after), before)];
}
