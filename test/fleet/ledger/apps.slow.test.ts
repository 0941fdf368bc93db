import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/client/index.ts';
import type { Database } from '../../../src/fleet/database/database.ts';
import { leaseOwner } from '../../../src/fleet/ledger/owner.ts';
import { postgresStore } from '../../../src/fleet/ledger/store.ts';
import { joinedStore } from '../../../src/ledger/joined-store.ts';
import { type Address, parseAddress } from '../../../src/model/address.ts';
import { counting } from '../../ledger/clock.ts';
import { aRecord, record, TIER } from '../../ledger/entries.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';

const HOOK: Address = 'webhook-subscription:2001/contact.creation';
const OTHER: Address = 'webhook-subscription:2001/contact.deletion';
const hook = (address: Address) => record(address, { kind: 'webhook-subscription', fields: {} });

function appOf(address: Address): string | undefined {
  const { kind, parts } = parseAddress(address) ?? {};
  return kind === 'webhook-subscription' ? parts?.[0] : undefined;
}

describe.each(BACKENDS)('the ledger of an app on %s', (name) => {
  let place: Backend;
  let database: Database;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  const openAll = async () => {
    database = await place.database();
    const parts = { database, clock: systemClock, newId: counting('id') };
    const owner = await leaseOwner({ ...parts, owner: 'ann', termMs: 30_000 });
    onTestFinished(() => owner.close());
    const plain = (account: string) =>
      postgresStore({ ...parts, database: { ...parts.database, leases: owner }, name: account });
    const open = (account: string) =>
      joinedStore({ account: plain(account), name: account, appOf, declared: ['2001'] });
    return { plain, open };
  };
  const apply = async (store: ReturnType<typeof joinedStore>, account: string, address: Address) => {
    const lock = await store.lock('apply');
    await store.append([hook(address), record(TIER)]);
    await store.compact({ name: account, hubId: null });
    await lock.release();
  };

  it('is shared by all accounts that declare the app', async () => {
    const { plain, open } = await openAll();
    await apply(open('one'), 'one', HOOK);
    expect(Object.keys((await open('two').read()).records)).toEqual([HOOK]);
    await apply(open('two'), 'two', OTHER);
    expect(Object.keys((await open('one').read()).records).sort()).toEqual([TIER, HOOK, OTHER].sort());
    expect((await plain('one').read()).records).toEqual({ [TIER]: aRecord(TIER) });
    expect(await open('one').sharers?.('2001')).toEqual(['two']);
    expect(await plain('one').sharers?.('2001')).toEqual(['one', 'two']);
  });

  it('is held by one of them at a time', async () => {
    const { open } = await openAll();
    const lock = await open('one').lock('apply');
    await expect(open('two').lock('apply')).rejects.toMatchObject({ code: 'ledger-locked' });
    await lock.release();
    await (await open('two').lock('apply')).release();
  });

  it('may grow during a read without a finding', async () => {
    const { plain, open } = await openAll();
    await apply(open('one'), 'one', HOOK);
    const before = await plain('two').ofApp('2001').read();
    await apply(open('one'), 'one', OTHER);
    expect((await plain('two').ofApp('2001').read()).serial).toBeGreaterThan(before.serial);
    expect(await plain('two').appsKnown?.()).toEqual([]);
  });

  it('is reported as older by every account once one account saw a later serial', async () => {
    const { plain, open } = await openAll();
    await apply(open('one'), 'one', HOOK);
    await database.query(
      (p) => p.sql`create table ${p.of('copy')} as select * from ${p.of('ledger')} where key = 'app@2001'`,
    );
    await apply(open('one'), 'one', OTHER);
    await database.query(
      (p) =>
        p.sql`update ${p.of('ledger')} l set serial = c.serial, document = c.document from ${p.of('copy')} c where l.key = c.key`,
    );
    await expect(open('two').read()).rejects.toMatchObject({
      code: 'app-ledger-older',
      message: expect.stringContaining('one saw it at serial'),
    });
    await database.query((p) => p.sql`delete from ${p.of('ledger')} where key = 'app@2001'`);
    expect(await plain('two').appsKnown?.()).toMatchObject([{ name: 'one', apps: { '2001': {} } }]);
  });
});
