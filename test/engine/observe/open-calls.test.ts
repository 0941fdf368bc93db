import { expect, it, test } from 'vitest';
import { openCallFindings, openCalls } from '../../../src/engine/observe/open-calls.ts';
import { provisional } from '../../../src/engine/observe/provisional.ts';
import { newLedger } from '../../../src/ledger/state.ts';
import type { Live } from '../../../src/model/live.ts';
import { anIntention, aRecord, TIER } from '../../ledger/entries.ts';
import { anOpenCall } from '../../support/builders.ts';
import { aKind } from '../a-kind.ts';
import { seen } from '../planning.ts';

const [P1, P2] = ['property:contacts/p1', 'property:contacts/p2'] as const;

test('each open call is a finding of its own', () => {
  const found = openCallFindings([anOpenCall({ id: 'i1', covers: [P1] }), anOpenCall({ id: 'i2', covers: [P2] })]);
  expect(found.map(({ address, severity }) => [address, severity])).toEqual([
    [P1, 'warning'],
    [P2, 'warning'],
  ]);
});

it.each([
  ['the same', 'createDatedProperty', [], true, 'effect'],
  ['something else by now', 'createDatedProperty', [TIER], false, 'unknown'],
  ['something else while the call has only ids', 'createProperty', [TIER], true, 'effect'],
] as const)('an open call whose name stands for %s is counted accordingly', (_, endpoint, misses, counts, shows) => {
  const kind = aKind();
  const kinds = [{ ...kind, writer: { ...kind.writer, misses: () => misses } }];
  const ledger = {
    ...newLedger('default', 'one'),
    intentions: [
      anIntention('i1', {
        call: { endpoint, params: { object_type: 'contacts' } },
        recovery: 'read-back',
        before: { [TIER]: null },
        expects: { [TIER]: { label: 'New' } },
        records: { [TIER]: aRecord(TIER, { fields: { label: 'New' } }) },
      }),
    ],
  };
  const live: Live = {
    resources: new Map([[TIER, seen(TIER, { label: 'New' })]]),
    complete: true,
    unseen: new Set(),
    findings: [],
    reads: 1,
  };
  expect(TIER in provisional(ledger, live, kinds).records).toBe(counts);
  expect(openCalls({ ledger, live, kinds })).toMatchObject([{ shows }]);
});
