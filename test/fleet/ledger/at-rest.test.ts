import { expect, test } from 'vitest';
import { isAtRest, type LastRead } from '../../../src/fleet/ledger/at-rest.ts';
import { newLedger } from '../../../src/ledger/state.ts';
import type { Ledger } from '../../../src/model/ledger.ts';
import { record, TIER } from '../../ledger/entries.ts';

const ACCOUNT = { name: 'one', hubId: 2001, host: 'https://api.example' };

function read(
  changes: Partial<Ledger> = {},
  more: Partial<LastRead['stored']> = {},
  apps: LastRead['apps'] = new Map(),
) {
  const ledger = { ...newLedger('one', 'lineage-1'), account: ACCOUNT, serial: 7, ...changes };
  return { stored: { serial: 7, base: ledger, entries: [], ledger, ...more }, apps };
}

function ofApp(serial: number, more: Partial<LastRead['stored']> = {}): LastRead['apps'] {
  const account = { ...ACCOUNT, name: 'app 9', hubId: null };
  return new Map([['9', read({ lineage: 'lineage-9', serial, account }, more)]]);
}

const PINNED = { apps: { '9': { lineage: 'lineage-9', serial: 3 } } };

test.each<[string, LastRead]>([
  ['a ledger that pins its account', read()],
  ['one that goes on in that of an app, as that is', read(PINNED, {}, ofApp(3))],
])('%s is at rest', (_, last) => {
  expect(isAtRest(last, ACCOUNT)).toBe(true);
});

test.each<[string, LastRead]>([
  ['one that was not read', { stored: undefined, apps: new Map() }],
  ['one that nobody wrote yet', read({}, { serial: undefined })],
  ['one with a journal', read({}, { entries: [record(TIER)] })],
  ['one that does not know the id of its account', read({ account: { ...ACCOUNT, hubId: null } })],
  ['one that does not know its host', read({ account: { name: 'one', hubId: 2001 } })],
  ['one that does not go on in that of its app yet', read({}, {}, ofApp(3))],
  ['one that saw an older one of its app', read(PINNED, {}, ofApp(4))],
  ['one whose app has a journal', read(PINNED, {}, ofApp(3, { entries: [record(TIER)] }))],
  ['one whose app was not read', read(PINNED, {}, new Map([['9', { stored: undefined, apps: new Map() }]]))],
])('%s is not', (_, last) => {
  expect(isAtRest(last, ACCOUNT)).toBe(false);
});
