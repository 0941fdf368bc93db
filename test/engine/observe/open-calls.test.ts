import { expect, test } from 'vitest';
import { openCallFindings } from '../../../src/engine/observe/open-calls.ts';
import type { Address } from '../../../src/model/address.ts';
import { anOpenCall } from '../../support/builders.ts';

const [P1, P2, P3] = ['property:contacts/p1', 'property:contacts/p2', 'property:contacts/p3'] as const;
const open = (id: string, address: Address, shows: 'effect' | 'no-effect') =>
  anOpenCall({ id, covers: [address], settledBy: 'apply', shows });

test('open calls of one run that are alike are one finding with every address', () => {
  expect(openCallFindings([open('i1', P1, 'effect'), open('i2', P2, 'no-effect'), open('i3', P3, 'effect')])).toEqual([
    {
      code: 'open-call',
      severity: 'info',
      message: `2 calls of trueup run run-1 (2026-11-20 11:00 UTC) are open, on ${P1}, ${P3}: the account shows the effect of each.`,
      hint: 'The next apply records them.',
    },
    expect.objectContaining({ address: P2 }),
  ]);
});

test('each call that a person has to settle is a finding of its own', () => {
  const found = openCallFindings([anOpenCall({ id: 'i1', covers: [P1] }), anOpenCall({ id: 'i2', covers: [P2] })]);
  expect(found.map(({ address, severity }) => [address, severity])).toEqual([
    [P1, 'warning'],
    [P2, 'warning'],
  ]);
});
