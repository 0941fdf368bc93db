import { afterAll, expect, it } from 'vitest';
import { undiciTransport } from '../../src/client/index.ts';
import { secret } from '../../src/contract/secret.ts';
import { githubClient } from '../../src/github/client.ts';
import { gitHost } from '../../src/github/git.ts';
import { branchStore } from '../../src/ledger/git-branch.ts';
import { joinedStore } from '../../src/ledger/joined-store.ts';
import type { Address } from '../../src/model/address.ts';
import type { JournalEntry, LedgerStore } from '../../src/model/ledger.ts';
import { REPOSITORY, type StandIn, startStandIn, TOKEN } from '../github/stand-in/server.ts';
import { counting, testClock } from './clock.ts';
import { aRecord, intend, record, SIZE, settle, TIER } from './entries.ts';

const BRANCH = 'trueup/ledger';
const transport = undiciTransport();
const opened: StandIn[] = [];
afterAll(async () => {
  await transport.close();
  for (const standIn of opened) await standIn.close();
});

async function place() {
  const standIn = await startStandIn();
  opened.push(standIn);
  const clock = testClock();
  const newId = counting('id');
  const gone = new Set<number>();
  const [owner = '', name = ''] = REPOSITORY.split('/');
  const open = (project?: string, pid = 1) =>
    branchStore({
      host: gitHost(githubClient({ apiUrl: standIn.url, token: secret(TOKEN), transport, clock }), { owner, name }),
      branch: BRANCH,
      name: 'sandbox',
      clock,
      newId,
      self: { owner: 'ann', host: 'runner', pid, alive: async (holder) => !gone.has(holder.pid) },
      ...(project === undefined ? {} : { project }),
    });
  const paths = () => Object.keys(standIn.git.files(BRANCH)).sort();
  return { standIn, gone, open, paths };
}

async function write(store: LedgerStore, entries: readonly JournalEntry[]): Promise<void> {
  const lock = await store.lock('apply');
  await store.append(entries);
  await store.compact({ name: 'sandbox', hubId: 1001 });
  await lock.release();
}

it('keeps the ledgers of each project in a folder of its own, which cannot be left', async () => {
  const { open, paths } = await place();
  for (const project of ['.', 'crm', 'crm/eu', '../x y']) await write(open(project), [record(TIER)]);
  expect(paths()).toEqual([
    'projects/%2E.%2Fx%20y/sandbox.ledger.json',
    'projects/%2E/sandbox.ledger.json',
    'projects/crm%2Feu/sandbox.ledger.json',
    'projects/crm/sandbox.ledger.json',
  ]);
  expect((await open('crm').read()).project).toBe('crm');
  expect((await open('new').read()).records).toEqual({});
});

it('refuses the ledger of another project, whoever put it there', async () => {
  const { standIn, open } = await place();
  await write(open('a'), [record(TIER)]);
  const text = standIn.git.files(BRANCH)['projects/a/sandbox.ledger.json'] ?? '';
  const tree = standIn.git.newTree(undefined, [{ path: 'projects/b/sandbox.ledger.json', content: text }]) ?? '';
  standIn.git.refs.set(`refs/heads/${BRANCH}`, standIn.git.newCommit({ tree, parents: [], message: 'By hand' }));
  const refusal = { code: 'ledger-foreign-project', message: expect.stringContaining('the project in a, not of') };
  await expect(open('b').read()).rejects.toMatchObject(refusal);
  const store = open('b');
  await store.lock('apply');
  await expect(store.append([record(SIZE)])).rejects.toMatchObject(refusal);
  await expect(store.compact({ name: 'sandbox', hubId: 1001 })).rejects.toMatchObject(refusal);
});

it('moves a ledger of an earlier version whole: records, open calls, history and what a dead run wrote', async () => {
  const { gone, open, paths } = await place();
  await write(open(), [intend('i1'), settle('i1', 'applied'), intend('i2')]);
  const dying = open();
  await dying.lock('apply');
  await dying.append([record(SIZE)]);
  const before = await open().read();
  const [former, ...more] = await open('crm', 2).others();
  expect([former?.project, more]).toEqual([undefined, []]);
  await expect(former?.take()).rejects.toMatchObject({ code: 'ledger-locked' });
  expect(paths().filter((path) => path.startsWith('projects/'))).toEqual([]);
  gone.add(1);
  await former?.take();
  expect(paths()).toEqual(['projects/crm/sandbox.history.ndjson', 'projects/crm/sandbox.ledger.json']);
  const store = open('crm', 2);
  expect(await store.read()).toEqual({ ...before, project: 'crm' });
  expect((await store.history()).map(({ calls }) => calls.map(({ id }) => id))).toEqual([['i1']]);
  expect(await store.others()).toEqual([]);
});

it('goes on with a move that was cut off before its one commit, and has moved nothing until then', async () => {
  const { gone, open, paths, standIn } = await place();
  await write(open(), [record(TIER)]);
  const refusal = { status: 403, body: { message: 'The runner died' } } as const;
  standIn.fault(/PATCH/, { do: 'meanwhile', act: () => undefined });
  standIn.fault(/PATCH/, { do: 'answer', with: refusal });
  standIn.fault(/PATCH/, { do: 'answer', with: refusal });
  await expect((await open('crm').others())[0]?.take()).rejects.toMatchObject({ code: 'host-403' });
  expect(paths()).toEqual(['sandbox.ledger.json', 'sandbox.lock']);
  gone.add(1);
  await (await open('crm', 2).others())[0]?.take();
  expect(paths()).toEqual(['projects/crm/sandbox.ledger.json']);
  expect(Object.keys((await open('crm').read()).records)).toEqual([TIER]);
});

it('divides a ledger that two projects shared, with its history, and makes every earlier plan stale', async () => {
  const { open, paths } = await place();
  const onSize = { covers: [SIZE], records: { [SIZE]: null }, before: { [SIZE]: null }, expects: { [SIZE]: null } };
  await write(open(), [
    ...[intend('i1', { run: 'r1' }), settle('i1', 'applied')],
    ...[intend('i2', { ...onSize, run: 'r2' }), settle('i2', 'applied', { [SIZE]: aRecord(SIZE) })],
  ]);
  const { serial } = await open().read();
  await (await open('a').others())[0]?.take((address) => address === SIZE);
  const runs = async (store: LedgerStore) => (await store.history()).map(({ run }) => run);
  const [ofA, left] = [await open('a').read(), await open().read()];
  expect([Object.keys(ofA.records), ofA.serial, await runs(open('a'))]).toEqual([[TIER], serial + 1, ['r1']]);
  expect([Object.keys(left.records), left.serial, await runs(open())]).toEqual([[SIZE], serial + 1, ['r2']]);
  const others = await open('b').others();
  expect(others.map(({ project }) => project)).toEqual([undefined, 'a']);
  await others[0]?.take();
  expect(paths().filter((path) => !path.startsWith('projects/'))).toEqual([]);
  expect(Object.keys((await open('b').read()).records)).toEqual([SIZE]);
});

const CREATED: Address = 'webhook-subscription:2001/contact.creation';
const appOf = (address: Address) => (address.startsWith('webhook-subscription:2001/') ? '2001' : undefined);
const sub = (changes = {}) => record(CREATED, { kind: 'webhook-subscription', ...changes });

it('has one ledger for an app, in which a project sees what it applied and what it declares', async () => {
  const { open, paths } = await place();
  const joined = (project: string, declares = false) =>
    joinedStore({ account: open(project), name: 'sandbox', appOf, declared: ['2001'], declares: () => declares });
  await write(joined('a'), [
    ...[
      intend('i1', { covers: [CREATED], records: { [CREATED]: aRecord(CREATED, { kind: 'webhook-subscription' }) } }),
    ],
    ...[settle('i1', 'applied')],
  ]);
  expect(paths()).toContain('app@2001.ledger.json');
  expect(Object.keys((await joined('a').read()).records)).toEqual([CREATED]);
  expect(await joined('a').history()).toHaveLength(1);
  expect(Object.keys((await joined('b').read()).records)).toEqual([]);
  expect(await joined('b').history()).toEqual([]);
  // Whoever declares it as well must not create it again.
  expect(Object.keys((await joined('b', true).read()).records)).toEqual([CREATED]);
  const lock = await joined('a').lock('apply');
  await expect(joined('b').lock('apply')).rejects.toMatchObject({ code: 'ledger-locked' });
  await lock.release();
});

it('keeps what a project applied of an app its own when the project is moved', async () => {
  const { open } = await place();
  const joined = (project: string) =>
    joinedStore({ account: open(project), name: 'sandbox', appOf, declared: ['2001'] });
  await write(joined('old'), [record(TIER), sub()]);
  await write(joined('b'), [record(SIZE)]);
  const [other] = (await open('new').others()).filter(({ project }) => project === 'old');
  await other?.take();
  expect(Object.keys((await joined('new').read()).records)).toEqual([TIER, CREATED]);
  expect(Object.keys((await joined('b').read()).records)).toEqual([SIZE]);
  expect((await open('old').read()).records).toEqual({});
});
