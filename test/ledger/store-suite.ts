/** What every ledger store keeps: run by the test of each implementation. */

import { describe, expect, it } from 'vitest';
import type { LedgerStore } from '../../src/model/ledger.ts';
import { anAppliedCall, anIntention, aRecord, forget, intend, record, SIZE, settle, TIER } from './entries.ts';

const ACCOUNT = { name: 'sandbox', hubId: 1001 };

/** `open` gives another store on the same place each time it is called. */
export function storeSuite(title: string, place: () => Promise<{ open(): LedgerStore }>): void {
  describe(title, () => {
    it('gives a new, empty ledger when there is none', async () => {
      const { open } = await place();
      const ledger = await open().read();
      expect(ledger).toEqual({
        format: 'trueup.ledger/1',
        lineage: 'new',
        serial: 0,
        account: { name: 'sandbox', hubId: null },
        records: {},
        intentions: [],
      });
      expect(await open().read()).toEqual(ledger);
    });

    it('gets its lineage with the first write, and keeps it', async () => {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.append([record(TIER)]);
      const { lineage } = await open().read();
      expect(lineage).not.toBe('new');
      expect((await store.compact(ACCOUNT)).lineage).toBe(lineage);
      await store.append([record(SIZE)]);
      expect((await store.compact(ACCOUNT)).lineage).toBe(lineage);
      await lock.release();
    });

    it('shows an intention until it is settled, and its records only once it happened', async () => {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.append([intend('i1'), intend('i2', { covers: [SIZE], records: { [SIZE]: aRecord(SIZE) } })]);
      expect((await open().read()).intentions).toEqual([
        anIntention('i1'),
        anIntention('i2', { covers: [SIZE], records: { [SIZE]: aRecord(SIZE) } }),
      ]);
      await store.append([settle('i1', 'applied'), settle('i2', 'not-applied')]);
      const ledger = await open().read();
      expect(ledger.intentions).toEqual([]);
      expect(ledger.records).toEqual({ [TIER]: aRecord(TIER) });
      await lock.release();
    });

    it('is the same ledger before and after the journal is folded in', async () => {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.append([intend('i1'), settle('i1', 'applied', { [TIER]: aRecord(TIER, { id: '7' }) }), record(SIZE)]);
      await store.append([intend('i2')]);
      const before = await open().read();
      const folded = await store.compact({ name: 'sandbox', hubId: null });
      expect(folded).toEqual(before);
      expect(await open().read()).toEqual(before);
      await lock.release();
    });

    it('goes on where it was after a fold', async () => {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.append([record(TIER), record(SIZE)]);
      const first = await store.compact(ACCOUNT);
      await store.append([forget(TIER)]);
      const second = await store.compact(ACCOUNT);
      expect(second).toEqual({ ...first, serial: first.serial + 1, records: { [SIZE]: aRecord(SIZE) } });
      await lock.release();
    });

    it('pins the account id and refuses another one for good', async () => {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.append([record(TIER)]);
      expect((await store.compact(ACCOUNT)).account).toEqual(ACCOUNT);
      expect((await store.compact({ name: 'sandbox', hubId: null })).account).toEqual(ACCOUNT);
      await expect(store.compact({ name: 'sandbox', hubId: 7007 })).rejects.toMatchObject({
        code: 'ledger-foreign-account',
      });
      expect((await open().read()).account).toEqual(ACCOUNT);
      await lock.release();
    });

    it('keeps the policies that it is told until it is told others', async () => {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('policies');
      const [one, other] = ['1', '2'].map((digit) => digit.repeat(40));
      const first = await store.compact({ ...ACCOUNT, policies: [one ?? ''] });
      expect(first.policies).toEqual([one]);
      await store.append([record(TIER)]);
      expect((await store.compact(ACCOUNT)).policies).toEqual([one]);
      const { policies, serial } = await store.compact({ ...ACCOUNT, policies: [other ?? '', one ?? ''] });
      expect(policies).toEqual([other, one]);
      expect(await store.compact({ ...ACCOUNT, policies: [other ?? '', one ?? ''] })).toMatchObject({ serial });
      expect((await open().read()).policies).toEqual([other, one]);
      await lock.release();
    });

    it('is written by a first fold of nothing, and pins what it is told, the host as well', async () => {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      const { lineage, account } = await store.compact({ name: 'sandbox', hubId: null });
      expect(Object.keys(account)).toEqual(['name', 'hubId']);
      expect((await open().read()).lineage).toBe(lineage);
      await store.append([record(TIER)]);
      const { serial } = await store.compact(ACCOUNT);
      const pinned = await store.compact({ ...ACCOUNT, host: 'http://localhost' });
      expect([pinned.serial, pinned.account]).toEqual([serial + 1, { ...ACCOUNT, host: 'http://localhost' }]);
      expect(await store.compact(ACCOUNT)).toEqual(pinned);
      expect((await store.compact({ ...ACCOUNT, host: 'https://crm.example.com' })).account.host).toBe(
        'https://crm.example.com',
      );
      await lock.release();
    });

    it('does not raise the serial when there is nothing to fold', async () => {
      const store = (await place()).open();
      const lock = await store.lock('apply');
      await store.append([record(TIER)]);
      const first = await store.compact(ACCOUNT);
      expect(await store.compact(ACCOUNT)).toEqual(first);
      await lock.release();
    });

    it('keeps every one of many parallel appends, each in the order of its own entries', async () => {
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
      expect([ledger.serial, ledger.intentions]).toEqual([400, []]);
      await lock.release();
    });

    it('tells what runs changed, newest first, before and after the journal is folded in', async () => {
      const { open } = await place();
      const store = open();
      expect(await store.history()).toEqual([]);
      const lock = await store.lock('apply');
      await store.append([intend('i1'), settle('i1', 'applied'), record(SIZE)]);
      const first = { run: 'r1', at: '2026-01-01T00:00:00.000Z', calls: [anAppliedCall('i1')] };
      expect(await open().history()).toEqual([first]);
      await store.compact(ACCOUNT);
      const later = { run: 'r2', at: '2026-01-02T00:00:00.000Z', before: { [TIER]: { label: 'Tier' } } };
      await store.append([
        intend('i2', later),
        settle('i2', 'applied'),
        intend('i3', later),
        settle('i3', 'not-applied'),
      ]);
      const second = {
        run: 'r2',
        at: later.at,
        calls: [anAppliedCall('i2', { ...later, recorded: { [TIER]: { label: 'Tier' } } })],
      };
      expect(await open().history()).toEqual([second, first]);
      await store.compact(ACCOUNT);
      expect(await open().history()).toEqual([second, first]);
      await lock.release();
    });

    it('tells of runs in the order of the ledger, whatever the clocks of their machines say', async () => {
      const { open } = await place();
      const run = async (id: string, at: string) => {
        const store = open();
        const lock = await store.lock('apply');
        await store.append([intend(id, { run: `run ${id}`, at }), settle(id, 'applied')]);
        await store.compact(ACCOUNT);
        await lock.release();
      };
      await run('i1', '2026-01-01T00:00:00.000Z');
      await run('i2', '2026-01-01T01:00:00.000Z');
      await run('i3', '2026-01-01T00:00:01.000Z');
      expect((await open().history()).map((one) => one.run)).toEqual(['run i3', 'run i2', 'run i1']);
    });

    it('tells of a call in the run that made it, although a later one settles it', async () => {
      const { open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.append([intend('i1')]);
      await store.compact(ACCOUNT);
      const later = { run: 'r2', at: '2026-01-02T00:00:00.000Z' };
      await store.append([intend('i2', later), settle('i2', 'applied'), settle('i1', 'applied')]);
      await store.compact(ACCOUNT);
      expect((await open().history()).map(({ run, calls }) => [run, calls.map(({ id }) => id)])).toEqual([
        // Known to have happened after the other.
        ['r1', ['i1']],
        ['r2', ['i2']],
      ]);
      await lock.release();
    });

    it('refuses to be written to without the lock', async () => {
      const store = (await place()).open();
      await expect(store.append([record(TIER)])).rejects.toMatchObject({ code: 'ledger-not-locked' });
      await expect(store.compact(ACCOUNT)).rejects.toMatchObject({ code: 'ledger-not-locked' });
      const lock = await store.lock('apply');
      await lock.release();
      await expect(store.append([record(TIER)])).rejects.toMatchObject({ code: 'ledger-not-locked' });
    });

    it('refuses a second holder with the name of the first, and lets it in after the release', async () => {
      const { open } = await place();
      const [first, second] = [open(), open()];
      const lock = await first.lock('apply');
      await expect(second.lock('apply')).rejects.toThrow(
        /^The ledger is locked by ann \(process \d+ on .+\) for apply since 2026-01-01 00:00 UTC\.$/,
      );
      await lock.release();
      await lock.release();
      await (await second.lock('settle')).release();
    });

    it('says who holds the lock, and nobody once it is given back', async () => {
      const { open } = await place();
      const store = open();
      expect(await open().holder()).toBeUndefined();
      const lock = await store.lock('apply');
      const held = { owner: 'ann', purpose: 'apply', at: '2026-01-01T00:00:00.000Z' };
      expect([await open().holder(), await store.holder()]).toEqual([held, held]);
      await lock.release();
      expect(await open().holder()).toBeUndefined();
    });

    it('gives the lock to exactly one of many that ask at once', async () => {
      const { open } = await place();
      const tries = await Promise.allSettled(Array.from({ length: 12 }, () => open().lock('apply')));
      expect(tries.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    });
  });
}
