import { expect, it } from 'vitest';
import { rememberingLast } from '../../../src/fleet/ledger/stored.ts';
import { writeLedger } from '../../../src/ledger/format.ts';
import { newLedger } from '../../../src/ledger/state.ts';

const CALLED = { name: 'sandbox', ledger: 'ledger', journal: 'journal', history: 'history' };
const ledger = newLedger('sandbox', 'lineage-1');
const row = (serial: number) => ({
  serial,
  lineage: 'lineage-1',
  document: writeLedger({ ledger: { ...ledger, serial }, folded: undefined }),
  entries: [],
  newest: null,
});

it('checks a ledger that a run reads again only when it says something else', () => {
  const stored = rememberingLast(CALLED);
  const first = stored(row(1));
  expect(stored(row(1))).toBe(first);
  expect(stored(row(2)).ledger.serial).toBe(2);
  expect(stored(row(1))).toEqual(first);
});

it('refuses an entry that cannot be understood, also after the same document without it was read', () => {
  const stored = rememberingLast(CALLED);
  stored(row(1));
  expect(() => stored({ ...row(1), entries: ['{}'] })).toThrow();
  expect(stored(undefined).serial).toBeUndefined();
});
