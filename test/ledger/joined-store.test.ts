import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { joinedStore } from '../../src/ledger/joined-store.ts';
import { memoryDisk } from '../../src/ledger/memory-store.ts';
import { storeOn } from '../../src/ledger/store.ts';
import { type Address, parseAddress } from '../../src/model/address.ts';
import type { LedgerStore } from '../../src/model/ledger.ts';
import { counting, testClock } from './clock.ts';
import { aRecord, intend, record, settle, TIER } from './entries.ts';

const CREATED: Address = 'webhook-subscription:2001/contact.creation';
const DEALS: Address = 'webhook-subscription:2001/deal.creation';
const ours = (address: Address, more: object = {}) => aRecord(address, { kind: 'webhook-subscription', ...more });
const subscription = (address: Address, more: object = {}) =>
  ({ type: 'record', record: ours(address, more) }) as const;
const open = (id: string, more: object = {}) =>
  intend(id, { covers: [CREATED], records: { [CREATED]: ours(CREATED) }, ...more });

const appOf = (address: Address) =>
  address.startsWith('webhook-subscription:') ? parseAddress(address)?.parts[0] : undefined;

function place({ isAlive = false } = {}) {
  const clock = testClock();
  const newId = counting('id');
  const disk = memoryDisk(clock);
  const self = { owner: 'ann', host: 'memory', pid: 1, alive: async () => isAlive };
  const alone = (name: string) => storeOn({ disk, name, clock, newId, self });
  const joined = (name: string, declared: readonly string[] = ['2001']) =>
    joinedStore({ account: alone(name), name, appOf, declared });
  return { disk, alone, joined };
}

async function writing(store: LedgerStore, name: string, ...entries: Parameters<LedgerStore['append']>[0]) {
  const lock = await store.lock('apply');
  await store.append(entries);
  await store.compact({ name, hubId: 1, host: 'http://localhost' });
  await lock.release();
}

it('is the store itself where that keeps no ledgers of apps', () => {
  const { ofApp: _, ...account } = place().alone('one');
  expect(joinedStore({ account, name: 'one', appOf, declared: ['2001'] })).toBe(account);
});

it('keeps and pins the records of an app in the app ledger, and shows both', async () => {
  const { alone, joined } = place();
  await writing(joined('one'), 'one', record(TIER), subscription(CREATED));
  const own = await alone('one').read();
  const app = await alone('one').ofApp('2001').read();
  const { lineage, serial } = app;
  expect([Object.keys(own.records), own.apps]).toEqual([[TIER], { 2001: { lineage, serial } }]);
  expect([Object.keys(app.records), app.account]).toEqual([
    [CREATED],
    { name: 'app 2001', hubId: null, host: 'http://localhost' },
  ]);
  const all = await joined('one').read();
  expect(Object.keys(all.records)).toEqual([TIER, CREATED]);
  expect(all.apps).toEqual({ 2001: { lineage: app.lineage, serial: app.serial, host: 'http://localhost' } });
  expect(Object.keys((await joined('two').read()).records)).toEqual([CREATED]);
  expect(Object.keys((await joined('three', []).read()).records)).toEqual([]);
});

it('settles a call in the ledger that contains it', async () => {
  const { joined } = place();
  await writing(joined('one'), 'one', open('i1'), intend('i2'));
  expect((await joined('two').read()).intentions).toMatchObject([{ id: 'i1', account: 'one' }]);
  await writing(joined('two'), 'two', settle('i1', 'applied'));
  const { intentions, records } = await joined('one').read();
  expect([intentions.map(({ id }) => id), Object.keys(records)]).toEqual([['i2'], [CREATED]]);
  expect((await joined('one').history()).map(({ calls }) => calls.map(({ id }) => id))).toEqual([['i1']]);
  expect(await joined('two').history()).toEqual([]);
});

it('leaves no rejection unhandled if the history of an app is damaged', async () => {
  const { disk, alone, joined } = place();
  await writing(joined('one'), 'one', subscription(CREATED));
  await disk.replace('app@2001.history.ndjson', '{\n');
  const account: LedgerStore = {
    ...alone('one'),
    history: async () => {
      await setImmediate();
      return [];
    },
  };
  const unhandled: unknown[] = [];
  const collect = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', collect);
  const store = joinedStore({ account, name: 'one', appOf, declared: ['2001'] });
  await expect(store.history()).rejects.toMatchObject({ code: 'history-damaged' });
  process.off('unhandledRejection', collect);
  expect(unhandled).toEqual([]);
});

it('takes every lock or none, and gives all of them back', async () => {
  const { disk, alone, joined } = place();
  const locks = async () => (await disk.list()).filter((file) => file.endsWith('.lock')).sort();
  const lock = await joined('one', ['2002', '2001']).lock('apply');
  expect(await locks()).toEqual(['app@2001.lock', 'app@2002.lock', 'one.lock']);
  await lock.release();
  expect(await locks()).toEqual([]);
  const elsewhere = { owner: 'ben', host: 'elsewhere', pid: 1, alive: async () => true };
  const clock = testClock();
  const theirs = storeOn({ disk, name: 'one', clock, newId: counting('b'), self: elsewhere }).ofApp('2001');
  const held = await theirs.lock('apply');
  const mine = joined('one');
  await expect(mine.lock('apply')).rejects.toMatchObject({ code: 'ledger-locked' });
  expect(await locks()).toEqual(['app@2001.lock']);
  expect((await mine.holder())?.owner).toBe('ben');
  await held.release();
  const again = await mine.lock('apply');
  await disk.remove('app@2001.lock');
  await expect(mine.append([])).rejects.toMatchObject({ code: 'ledger-lock-lost' });
  await again.release();
  await expect(mine.append([subscription(CREATED)])).rejects.toMatchObject({ code: 'ledger-not-locked' });
  expect(await alone('one').holder()).toBeUndefined();
});

it('locks an app ledger only for writes, and names the holder of a lock', async () => {
  const { disk, alone, joined } = place({ isAlive: true });
  await writing(joined('one'), 'one', subscription(CREATED));
  const locks = async () => (await disk.list()).filter((file) => file.endsWith('.lock')).sort();
  const two = joined('two', ['2001', '2002']);
  const lock = await two.lock('apply', [TIER, 'webhook-subscription:2002/contact.creation']);
  expect(await locks()).toEqual(['app@2002.lock', 'two.lock']);

  // A second account writes to the ledger of the app. Its open calls are separate, and its changes are visible.
  const other = joined('one');
  const theirs = await other.lock('apply', [CREATED]);
  await other.append([open('i1'), subscription(DEALS)]);
  const seen = await two.read();
  expect([seen.intentions, Object.keys(seen.records).sort()]).toEqual([[], [CREATED, DEALS].sort()]);
  await two.append([record(TIER)]);
  await expect(two.append([subscription(CREATED)])).rejects.toMatchObject({ code: 'ledger-not-locked' });
  const folded = await two.compact({ name: 'two', hubId: 2, host: 'http://localhost' });
  expect([folded.intentions, Object.keys(folded.apps ?? {})]).toEqual([[], ['2001', '2002']]);
  expect((await alone('two').read()).apps?.['2001']?.serial).toBe(folded.apps?.['2001']?.serial);
  const refused = joined('three').lock('apply', [CREATED]);
  await expect(refused).rejects.toMatchObject({ code: 'ledger-locked', app: '2001' });
  await lock.release();
  expect((await two.read()).intentions).toHaveLength(1);
  await theirs.release();
});

it('is no earlier name of a new account', async () => {
  const { alone, joined } = place();
  await writing(joined('one'), 'one', subscription(CREATED));
  expect((await alone('two').neighbours?.())?.map(({ name }) => name)).toEqual(['one']);
});

it('reads the account ledger once for a plan and its holder', async () => {
  const { alone } = place();
  const account = alone('one');
  let reads = 0;
  const counted: LedgerStore = {
    ...account,
    read: () => {
      reads += 1;
      return account.read();
    },
  };
  const store = joinedStore({ account: counted, name: 'one', appOf, declared: ['2001'] });
  await store.read();
  expect(await store.holder()).toBeUndefined();
  expect(reads).toBe(1);
});

/** Copies of the files of the app, as a backup has them. */
async function backup({ disk }: ReturnType<typeof place>) {
  const names = (await disk.list()).filter((file) => file.startsWith('app@'));
  const kept = await Promise.all(names.map(async (file) => [file, (await disk.read(file)) ?? ''] as const));
  return async () => {
    for (const [file, text] of kept) await disk.replace(file, text);
  };
}

it.each(['one', 'two', 'three'])('notices an older copy of the ledger of an app, for account %s', async (reading) => {
  const made = place();
  await writing(made.joined('one'), 'one', subscription(CREATED));
  const restore = await backup(made);
  await writing(made.joined('one'), 'one', subscription(DEALS));
  await restore();
  const app = await made.alone('one').ofApp('2001').read();
  await expect(made.joined(reading).read()).rejects.toMatchObject({
    code: 'app-ledger-older',
    message: expect.stringMatching(
      new RegExp(
        `^memory/app@2001\\.ledger\\.json is at serial ${app.serial}, but one saw it at serial \\d+\\. It is an older copy`,
      ),
    ),
    hint: expect.stringContaining(`set apps.2001.serial to ${app.serial} in the ledger file of one`),
  });
});

it('reports a missing app ledger to every account once one account saw it', async () => {
  const made = place();
  await writing(made.joined('one'), 'one', subscription(CREATED));
  for (const file of await made.disk.list()) if (file.startsWith('app@')) await made.disk.remove(file);
  for (const reading of ['one', 'two'])
    await expect(made.joined(reading).read()).rejects.toMatchObject({
      code: 'app-ledger-missing',
      message: expect.stringContaining('in which one recorded the resources of app 2001'),
      hint: [
        'Restore the file from version control or a backup.',
        'If you have its history only, restore that and repair the ledger from it.',
        'If no copy exists, remove 2001 from apps in the ledger file of one.',
        'On the dated surface the next plan then finds the subscriptions.',
        'On the documented surface, record each subscription that the app has before the next apply.',
      ].join(' '),
      fix: [{ action: 'repair-ledger' }, { action: 'adopt', addresses: [] }],
    });
  // The ledger of another app is empty.
  expect((await made.joined('two', ['2002']).read()).records).toEqual({});
});

it('names every account that knows a missing or older app ledger', async () => {
  const made = place();
  await writing(made.joined('one'), 'one', subscription(CREATED));
  const restore = await backup(made);
  await writing(made.joined('two'), 'two', subscription(DEALS));
  await writing(made.joined('one'), 'one');
  await restore();
  await expect(made.joined('one').read()).rejects.toMatchObject({
    code: 'app-ledger-older',
    message: expect.stringMatching(/but one saw it at serial \d+ and two saw it at serial \d+\. It is/),
    hint: expect.stringMatching(/in the ledger files of one and two\. /),
  });
  for (const file of await made.disk.list()) if (file.startsWith('app@')) await made.disk.remove(file);
  await expect(made.joined('one').read()).rejects.toMatchObject({
    code: 'app-ledger-missing',
    message: expect.stringContaining('in which one and two recorded the resources of app 2001'),
    hint: expect.stringContaining('remove 2001 from apps in the ledger files of one and two.'),
  });
});

it('goes on with a ledger that is newer than an account saw it', async () => {
  const made = place();
  await writing(made.joined('one'), 'one', subscription(CREATED));
  await writing(made.joined('two'), 'two', subscription(DEALS));
  expect(Object.keys((await made.joined('one').read()).records)).toEqual([CREATED, DEALS]);
});

it('ignores an unreadable ledger of another account', async () => {
  const made = place();
  await writing(made.joined('one'), 'one', subscription(CREATED));
  const text = (await made.disk.read('one.ledger.json')) ?? '';
  await made.disk.replace('torn.ledger.json', text.slice(0, 60));
  expect(Object.keys((await made.joined('two').read()).records)).toEqual([CREATED]);
});
