/** What a store keeps of a ledger: its records, its open calls, what it pins, and the same before and after a fold. */

import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import type { InForce } from '../model/terms.ts';
import { anIntention, aRecord, forget, intend, record, SIZE, settle, TIER } from './entries.ts';
import type { StoreTest } from './store-test.ts';

const ACCOUNT = { name: 'sandbox', hubId: 1001 };

export const CONTENTS: readonly StoreTest[] = [
  {
    name: 'gives a new, empty ledger when there is none',
    async run(place) {
      const { open } = await place();
      const ledger = await open().read();
      deepEqual(ledger, {
        format: 'trueup.ledger/1',
        lineage: 'new',
        serial: 0,
        account: { name: 'sandbox', hubId: null },
        records: {},
        intentions: [],
      });
      deepEqual(await open().read(), ledger);
    },
  },
  {
    name: 'gets its lineage with the first write, and keeps it',
    async run(place) {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.append([record(TIER)]);
      const { lineage } = await open().read();
      notEqual(lineage, 'new');
      equal((await store.compact(ACCOUNT)).lineage, lineage);
      await store.append([record(SIZE)]);
      equal((await store.compact(ACCOUNT)).lineage, lineage);
      await lock.release();
    },
  },
  {
    name: 'shows an intention until it is settled, and its records only once it happened',
    async run(place) {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.append([intend('i1'), intend('i2', { covers: [SIZE], records: { [SIZE]: aRecord(SIZE) } })]);
      deepEqual((await open().read()).intentions, [
        anIntention('i1'),
        anIntention('i2', { covers: [SIZE], records: { [SIZE]: aRecord(SIZE) } }),
      ]);
      await store.append([settle('i1', 'applied'), settle('i2', 'not-applied')]);
      const ledger = await open().read();
      deepEqual(ledger.intentions, []);
      deepEqual(ledger.records, { [TIER]: aRecord(TIER) });
      await lock.release();
    },
  },
  {
    name: 'is the same ledger before and after the journal is folded in',
    async run(place) {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.append([intend('i1'), settle('i1', 'applied', { [TIER]: aRecord(TIER, { id: '7' }) }), record(SIZE)]);
      await store.append([intend('i2')]);
      const before = await open().read();
      const folded = await store.compact({ name: 'sandbox', hubId: null });
      deepEqual(folded, before);
      deepEqual(await open().read(), before);
      await lock.release();
    },
  },
  {
    name: 'goes on where it was after a fold',
    async run(place) {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.append([record(TIER), record(SIZE)]);
      const first = await store.compact(ACCOUNT);
      await store.append([forget(TIER)]);
      const second = await store.compact(ACCOUNT);
      deepEqual(second, { ...first, serial: first.serial + 1, records: { [SIZE]: aRecord(SIZE) } });
      await lock.release();
    },
  },
  {
    name: 'takes the account id out again while nothing is recorded',
    async run(place) {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.compact({ ...ACCOUNT, host: 'http://localhost' });
      deepEqual((await store.compact({ ...ACCOUNT, binds: false })).account, { name: 'sandbox', hubId: null });
      await store.append([record(TIER)]);
      deepEqual((await store.compact({ ...ACCOUNT, binds: false })).account, ACCOUNT);
      deepEqual((await open().read()).account, ACCOUNT);
      await lock.release();
    },
  },
  {
    name: 'pins the account id and refuses another one for good',
    async run(place) {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.append([record(TIER)]);
      deepEqual((await store.compact(ACCOUNT)).account, ACCOUNT);
      deepEqual((await store.compact({ name: 'sandbox', hubId: null })).account, ACCOUNT);
      await rejects(store.compact({ name: 'sandbox', hubId: 7007 }), { code: 'ledger-foreign-account' });
      deepEqual((await open().read()).account, ACCOUNT);
      await lock.release();
    },
  },
  {
    name: 'keeps the policy in force until it is told another',
    async run(place) {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('policy');
      const [one, other] = [inForce('1'), inForce('2')];
      deepEqual((await store.compact({ ...ACCOUNT, inForce: one })).inForce, one);
      await store.append([record(TIER)]);
      deepEqual((await store.compact(ACCOUNT)).inForce, one);
      const { inForce: now, serial } = await store.compact({ ...ACCOUNT, inForce: other });
      deepEqual(now, other);
      equal((await store.compact({ ...ACCOUNT, inForce: other })).serial, serial);
      deepEqual((await open().read()).inForce, other);
      await lock.release();
    },
  },
  {
    name: 'is written by a first fold of nothing, and pins what it is told, the host as well',
    async run(place) {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      const { lineage, account } = await store.compact({ name: 'sandbox', hubId: null });
      deepEqual(Object.keys(account), ['name', 'hubId']);
      equal((await open().read()).lineage, lineage);
      await store.append([record(TIER)]);
      const { serial } = await store.compact(ACCOUNT);
      const pinned = await store.compact({ ...ACCOUNT, host: 'http://localhost' });
      deepEqual([pinned.serial, pinned.account], [serial + 1, { ...ACCOUNT, host: 'http://localhost' }]);
      deepEqual(await store.compact(ACCOUNT), pinned);
      equal(
        (await store.compact({ ...ACCOUNT, host: 'https://crm.example.com' })).account.host,
        'https://crm.example.com',
      );
      await lock.release();
    },
  },
  {
    name: 'does not raise the serial when there is nothing to fold',
    async run(place) {
      const store = (await place()).open();
      const lock = await store.lock('apply');
      await store.append([record(TIER)]);
      const first = await store.compact(ACCOUNT);
      deepEqual(await store.compact(ACCOUNT), first);
      await lock.release();
    },
  },
  {
    name: 'keeps every one of many parallel appends, each in the order of its own entries',
    async run(place) {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      const ids = Array.from({ length: 200 }, (_, at) => `i${at}`);
      await Promise.all(
        ids.map(async (id) => {
          await store.append([intend(id)]);
          await store.append([settle(id, 'applied', { [`property:contacts/${id}`]: null })]);
        }),
      );
      const ledger = await open().read();
      deepEqual([ledger.serial, ledger.intentions], [400, []]);
      await lock.release();
    },
  },
];

function inForce(digit: string): InForce {
  const policy = { allow: [], maxChanges: { percent: 30, above: 10 }, rules: {}, waivers: [] };
  return { terms: { protected: true, drift: 'hold', policy }, digest: digit.repeat(64), commit: digit.repeat(40) };
}
