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
  const [owner = '', name = ''] = REPOSITORY.split('/');
  const open = (project: string) =>
    branchStore({
      host: gitHost(githubClient({ apiUrl: standIn.url, token: secret(TOKEN), transport, clock }), { owner, name }),
      branch: BRANCH,
      name: 'sandbox',
      clock,
      newId,
      self: { owner: 'ann', host: 'runner', pid: 1, alive: async () => true },
      project,
    });
  const paths = () => Object.keys(standIn.git.files(BRANCH)).sort();
  return { standIn, open, paths };
}

async function write(store: LedgerStore, entries: readonly JournalEntry[]): Promise<void> {
  const lock = await store.lock('apply');
  await store.append(entries);
  await store.compact({ name: 'sandbox', hubId: 1001 });
  await lock.release();
}

it('keeps the ledgers of each project in its own folder', async () => {
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

it('refuses the ledger of another project', async () => {
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

it('shows the ledgers of other projects, and no other account', async () => {
  const { standIn, open } = await place();
  await write(open('a'), [record(TIER)]);
  const files = Object.entries(standIn.git.files(BRANCH)).map(([path, content]) => ({ path, content }));
  const other = { path: 'projects/c/production.ledger.json', content: files[0]?.content ?? '' };
  const tree = standIn.git.newTree(undefined, [...files, other]) ?? '';
  standIn.git.refs.set(`refs/heads/${BRANCH}`, standIn.git.newCommit({ tree, parents: [], message: 'By hand' }));
  const [found, ...more] = (await open('b').others?.()) ?? [];
  expect([found?.project, found?.path.split(':')[1], more]).toEqual(['a', '/projects/a/sandbox.ledger.json', []]);
  expect(Object.keys((await found?.read())?.records ?? {})).toEqual([TIER]);
  expect(await open('a').others?.()).toEqual([]);
});

const CREATED: Address = 'webhook-subscription:2001/contact.creation';
const appOf = (address: Address) => (address.startsWith('webhook-subscription:2001/') ? '2001' : undefined);

it('has one ledger per app, in which each project sees its records', async () => {
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
  // A second project that declares the resource must not create it again.
  expect(Object.keys((await joined('b', true).read()).records)).toEqual([CREATED]);
  const lock = await joined('a').lock('apply');
  await expect(joined('b').lock('apply')).rejects.toMatchObject({ code: 'ledger-locked' });
  await lock.release();
});
