import { afterAll, describe, expect, it } from 'vitest';
import { undiciTransport } from '../../src/client/index.ts';
import { secret } from '../../src/contract/secret.ts';
import { githubClient } from '../../src/github/client.ts';
import { gitHost } from '../../src/github/git.ts';
import { branchStore } from '../../src/ledger/git-branch.ts';
import { branchDisk } from '../../src/ledger/git-branch-disk.ts';
import { joinedStore } from '../../src/ledger/joined-store.ts';
import type { Address } from '../../src/model/address.ts';
import { ALL, REPOSITORY, type StandIn, startStandIn, TOKEN } from '../github/stand-in/server.ts';
import { counting, testClock } from './clock.ts';
import { anIntention, aRecord, intend, record, SIZE, settle, TIER } from './entries.ts';
import { storeSuite } from './store-suite.ts';

const ACCOUNT = { name: 'sandbox', hubId: 1001 };
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
  const open = (options: { pid?: number; account?: string } = {}) =>
    branchStore({
      // Each store has its own client, so two runners share only the branch.
      host: gitHost(githubClient({ apiUrl: standIn.url, token: secret(TOKEN), transport, clock }), { owner, name }),
      branch: BRANCH,
      name: options.account ?? 'sandbox',
      clock,
      newId,
      self: { owner: 'ann', host: 'runner', pid: options.pid ?? 1, alive: async ({ pid }) => !gone.has(pid) },
    });
  return { standIn, clock, gone, open };
}

storeSuite('the branch store', place);

describe('the branch store', () => {
  it('leaves the ledger, and nothing else, on its own branch', async () => {
    const { standIn, open } = await place();
    const store = open();
    const lock = await store.lock('apply');
    await store.append([record(TIER)]);
    await store.append([record(SIZE)]);
    await store.compact(ACCOUNT);
    await lock.release();
    expect([...standIn.git.refs.keys()]).toEqual(['refs/heads/trueup/ledger']);
    const files = standIn.git.files(BRANCH);
    expect(Object.keys(files)).toEqual(['sandbox.ledger.json']);
    expect(Object.keys(JSON.parse(files['sandbox.ledger.json'] ?? '').records)).toEqual([SIZE, TIER]);
  });

  it('is named so that its path is not read as a part of the repository', async () => {
    const { open } = await place();
    expect(await open().location?.()).toEqual({
      path: `branch ${BRANCH} of ${REPOSITORY}:/sandbox.ledger.json`,
    });
  });

  it('is not there yet only in a repository that the token can see', async () => {
    const { standIn } = await place();
    const clock = testClock();
    const client = githubClient({ apiUrl: standIn.url, token: secret(TOKEN), transport, clock });
    const store = branchStore({
      host: gitHost(client, { owner: 'acme', name: 'misspelt' }),
      branch: BRANCH,
      name: 'sandbox',
      clock,
      newId: counting('id'),
      self: { owner: 'ann', host: 'runner', pid: 1, alive: async () => true },
    });
    await expect(store.read()).rejects.toMatchObject({
      code: 'host-404',
      message: 'The repository acme/misspelt was not found, or it is hidden from the token.',
    });
  });

  it('has the ledger of an app beside those of the accounts that share it', async () => {
    const { standIn, open } = await place();
    const created: Address = 'webhook-subscription:2001/contact.creation';
    const appOf = (address: Address) => (address === created ? '2001' : undefined);
    const joined = (name: string) => joinedStore({ account: open({ account: name }), name, appOf, declared: ['2001'] });
    const store = joined('sandbox');
    const lock = await store.lock('apply');
    await expect(joined('production').lock('apply')).rejects.toMatchObject({ code: 'ledger-locked' });
    await store.append([record(TIER), record(created, { kind: 'webhook-subscription' })]);
    await store.compact(ACCOUNT);
    await lock.release();
    expect(Object.keys(standIn.git.files(BRANCH)).sort()).toEqual(['app@2001.ledger.json', 'sandbox.ledger.json']);
    expect(Object.keys((await joined('production').read()).records)).toEqual([created]);
  });

  it('sends three requests per flush, and one flush for many appends', async () => {
    const { standIn, open } = await place();
    const store = open();
    const lock = await store.lock('apply');
    await store.append([record(TIER)]);
    const from = standIn.requests.length;
    await Promise.all(Array.from({ length: 100 }, (_, at) => store.append([intend(`i${at}`)])));
    const flushes = standIn.requests.slice(from).map((line) => line.replace(`/repos/${REPOSITORY}/git/`, ''));
    expect(flushes.length).toBeLessThanOrEqual(6);
    expect(flushes.slice(0, 3)).toEqual(['POST trees', 'POST commits', 'PATCH refs/heads/trueup/ledger']);
    await lock.release();
  });

  it('loses no update of two accounts whose runs write at the same time', async () => {
    const { standIn, open } = await place();
    const write = async (account: string) => {
      const store = open({ account });
      const lock = await store.lock('apply');
      for (let at = 0; at < 8; at += 1) await store.append([intend(`i${at}`), settle(`i${at}`, 'applied')]);
      await store.compact({ name: account, hubId: 1 });
      await lock.release();
      return (await open({ account }).read()).serial;
    };
    expect(await Promise.all(['sandbox', 'production', 'third'].map(write))).toEqual([17, 17, 17]);
    expect(standIn.requests.filter((line) => line.startsWith('PATCH')).length).toBeGreaterThan(36);
  });

  it.each(['POST .*/git/trees', 'POST .*/git/commits', 'PATCH .*/git/refs'])(
    'writes once although the reply to %s is lost',
    async (of) => {
      const { standIn, open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.append([record(TIER)]);
      standIn.fault(new RegExp(of), { do: 'drop-after' });
      await store.append([record(SIZE)]);
      expect((await open().read()).serial).toBe(2);
      standIn.fault(new RegExp(of), { do: 'answer', with: { status: 502, body: 'Bad gateway' } });
      await store.append([record(SIZE)]);
      expect((await open().read()).serial).toBe(3);
      await lock.release();
    },
  );

  it('gives its lock back once although the reply to that was lost', async () => {
    const { standIn, open } = await place();
    const lock = await open().lock('apply');
    standIn.fault(/PATCH .*\/git\/refs/, { do: 'drop-after' });
    const from = standIn.requests.length;
    await lock.release();
    expect(standIn.requests.slice(from).filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
    expect(standIn.git.files(BRANCH)).toEqual({});
  });

  it('takes its lock although the reply that gave it was lost', async () => {
    const { standIn, open } = await place();
    standIn.fault(/POST .*\/git\/refs/, { do: 'drop-after' });
    const lock = await open().lock('apply');
    await expect(open().lock('apply')).rejects.toMatchObject({ code: 'ledger-locked' });
    await lock.release();
  });

  it('lets exactly one writer take the lock of a finished run', async () => {
    const { gone, open } = await place();
    const former = open({ pid: 7 });
    const lost = await former.lock('apply');
    await former.append([record(TIER)]);
    gone.add(7);
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => open().lock('apply')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(former.append([record(SIZE)])).rejects.toMatchObject({ code: 'ledger-lock-lost' });
    await expect(former.compact(ACCOUNT)).rejects.toMatchObject({ code: 'ledger-lock-lost' });
    await lost.release();
    expect((await open().read()).records).toEqual({ [TIER]: aRecord(TIER) });
    await expect(open().lock('apply')).rejects.toMatchObject({ code: 'ledger-locked' });
  });

  it('keeps the lock of another machine, whatever its clock says', async () => {
    const { standIn, open } = await place();
    const former = open({ pid: 7 });
    await former.lock('apply');
    const { git } = standIn;
    const held = JSON.parse(git.files(BRANCH)['sandbox.lock'] ?? '');
    const text = JSON.stringify({ ...held, host: 'elsewhere', at: '2099-01-01T00:00:00.000Z' });
    const head = git.refs.get(`refs/heads/${BRANCH}`) ?? '';
    const tree = git.newTree(git.commit(head)?.tree, [{ path: 'sandbox.lock', content: text }]) ?? '';
    git.refs.set(`refs/heads/${BRANCH}`, git.newCommit({ tree, parents: [head], message: 'Forged' }));
    await expect(open().lock('apply')).rejects.toMatchObject({ code: 'ledger-locked' });
    await expect(former.append([record(TIER)])).rejects.toMatchObject({ code: 'ledger-lock-lost' });
  });

  it('names the missing permission if the branch is protected', async () => {
    const { standIn, open } = await place();
    standIn.allow(TOKEN, { ...ALL, contents: 'read' });
    await expect(open().lock('apply')).rejects.toMatchObject({
      code: 'host-403',
      hint: expect.stringContaining('contents=write'),
    });
    standIn.allow(TOKEN, ALL);
    const store = open();
    await store.lock('apply');
    const refusal = { status: 422, body: { message: 'Changes must be made through a pull request' } };
    for (let at = 0; at < 50; at += 1) standIn.fault(/PATCH/, { do: 'answer', with: refusal });
    await expect(store.append([record(TIER)])).rejects.toMatchObject({
      code: 'ledger-branch-refused',
      message: expect.stringContaining('Changes must be made through a pull request'),
    });
  });

  it.each(['sandbox.journal.ndjson.000001', 'sandbox.journal.ndjson.000002'])(
    'writes nothing after the removed part %s of a journal, and folds its own entries',
    async (part) => {
      const { standIn, open } = await place();
      const store = open();
      const lock = await store.lock('apply');
      await store.append([record(TIER)]);
      await store.append([intend('i1')]);
      const { [part]: _, ...left } = standIn.git.files(BRANCH);
      const entries = Object.entries(left).map(([path, content]) => ({ path, content }));
      const [parent = ''] = [standIn.git.refs.get(`refs/heads/${BRANCH}`)];
      const tree = standIn.git.newTree(undefined, entries) ?? '';
      standIn.git.refs.set(
        `refs/heads/${BRANCH}`,
        standIn.git.newCommit({ tree, parents: [parent], message: 'By hand' }),
      );
      await expect(store.append([intend('i2')])).rejects.toMatchObject({ code: 'ledger-journal-lost' });
      expect(Object.keys(standIn.git.files(BRANCH))).toEqual(Object.keys(left));
      await expect(store.append([settle('i1', 'applied')])).rejects.toMatchObject({ code: 'ledger-journal-lost' });
      await store.compact(ACCOUNT);
      await lock.release();
      const folded = JSON.parse(standIn.git.files(BRANCH)['sandbox.ledger.json'] ?? '');
      expect([Object.keys(folded.records), folded.intentions]).toEqual([[TIER], [anIntention('i1')]]);
    },
  );

  it('refuses a ledger older than its history after reading only the last part', async () => {
    const { standIn, open } = await place();
    const run = async (id: string) => {
      const store = open();
      const lock = await store.lock('apply');
      await store.append([intend(id), settle(id, 'applied')]);
      await store.compact(ACCOUNT);
      await lock.release();
      return standIn.git.files(BRANCH)['sandbox.ledger.json'] ?? '';
    };
    await run('i1');
    const older = await run('i2');
    await run('i3');
    const from = standIn.requests.length;
    await open().read();
    expect(standIn.requests.slice(from).filter((line) => line.includes('/git/blobs/'))).toHaveLength(2);
    const files = { ...standIn.git.files(BRANCH), 'sandbox.ledger.json': older };
    const entries = Object.entries(files).map(([path, content]) => ({ path, content }));
    const tree = standIn.git.newTree(undefined, entries) ?? '';
    standIn.git.refs.set(`refs/heads/${BRANCH}`, standIn.git.newCommit({ tree, parents: [], message: 'By hand' }));
    await expect(open().read()).rejects.toMatchObject({ code: 'ledger-older-than-history' });
    const store = open();
    const lock = await store.lock('repair');
    expect((await store.repair()).calls.map(({ id }) => id)).toEqual(['i3']);
    await lock.release();
    expect((await open().read()).serial).toBe(8);
  });

  it('replaces the parts of a file by one file', async () => {
    const { standIn, clock } = await place();
    const [owner = '', name = ''] = REPOSITORY.split('/');
    const host = gitHost(githubClient({ apiUrl: standIn.url, token: secret(TOKEN), transport, clock }), {
      owner,
      name,
    });
    const disk = branchDisk({ host, branch: BRANCH, clock });
    const file = await disk.openAppend('lines');
    for (const line of ['one\n', 'two\n']) await file.append(line);
    expect(standIn.git.files(BRANCH)).toEqual({ 'lines.000001': 'one\n', 'lines.000002': 'two\n' });
    await disk.replace('lines', 'two\n');
    expect(standIn.git.files(BRANCH)).toEqual({ lines: 'two\n' });
  });

  it('takes over a lock that cannot be read once its last commit is old', async () => {
    const { standIn, clock, open } = await place();
    const tree = standIn.git.newTree(undefined, [{ path: 'sandbox.lock', content: '{"tok' }]) ?? '';
    standIn.git.refs.set(`refs/heads/${BRANCH}`, standIn.git.newCommit({ tree, parents: [], message: 'By hand' }));
    await expect(open().lock('apply')).rejects.toMatchObject({ code: 'ledger-locked' });
    clock.advance(60_001);
    await (await open().lock('apply')).release();
  });
});
