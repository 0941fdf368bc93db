import { afterAll, describe, expect, it } from 'vitest';
import { undiciTransport } from '../../src/client/index.ts';
import { secret } from '../../src/contract/secret.ts';
import { githubClient } from '../../src/github/client.ts';
import { gitHost } from '../../src/github/git.ts';
import { branchStore } from '../../src/ledger/git-branch.ts';
import { REPOSITORY, type StandIn, startStandIn, TOKEN } from '../github/stand-in/server.ts';
import { counting, testClock } from './clock.ts';
import { aRecord, record, SIZE, TIER } from './entries.ts';

const ACCOUNT = { name: 'sandbox', hubId: 1001 };
const BRANCH = 'trueup/ledger';
const REF = `refs/heads/${BRANCH}`;
const transport = undiciTransport();
const opened: StandIn[] = [];
afterAll(async () => {
  await transport.close();
  for (const standIn of opened) await standIn.close();
});

/** A branch with two finished runs, and the heads that it had. */
async function twoRuns() {
  const standIn = await startStandIn();
  opened.push(standIn);
  const clock = testClock();
  const newId = counting('id');
  const [owner = '', name = ''] = REPOSITORY.split('/');
  /** Head that the next read returns instead of the current head, if set. */
  const late: { head?: string | undefined } = {};
  /** Number of reads of the head that fail. */
  const down = { looks: 0 };
  const open = (account = 'sandbox') => {
    const host = gitHost(githubClient({ apiUrl: standIn.url, token: secret(TOKEN), transport, clock }), {
      owner,
      name,
    });
    return branchStore({
      host: {
        ...host,
        head: async (branch) => {
          if (down.looks > 0) {
            down.looks -= 1;
            throw new Error('The host is down');
          }
          return 'head' in late ? late.head : host.head(branch);
        },
      },
      ...{ branch: BRANCH, name: account, clock, newId },
      self: { owner: 'ann', host: 'runner', pid: 1, alive: async () => true },
    });
  };
  const run = async (address: typeof TIER | typeof SIZE, account = 'sandbox') => {
    const store = open(account);
    const lock = await store.lock('apply');
    await store.append([record(address)]);
    await store.compact({ ...ACCOUNT, name: account });
    await lock.release();
    return standIn.git.refs.get(REF) ?? '';
  };
  const first = await run(TIER);
  await run(SIZE);
  /** A look at the branch counts for a second. */
  const wait = () => clock.advance(1000);
  return { standIn, open, run, first, late, down, wait };
}

const BOTH = { [TIER]: aRecord(TIER), [SIZE]: aRecord(SIZE) };

describe('a host that answers reads late', () => {
  it.each([
    ['that was seen before', async ({ first }: { first: string }) => first],
    [
      'before any that was seen',
      async ({ standIn, first }: { standIn: StandIn; first: string }) => standIn.git.commit(first)?.parents[0] ?? '',
    ],
    ['of the time before the branch', async () => undefined],
  ])('is not believed for a head %s once the lock is taken on the true one', async (_, staleOf) => {
    const places = await twoRuns();
    const { open, first, late } = places;
    const store = open();
    late.head = first;
    const { serial } = await store.read();
    delete late.head;
    const lock = await store.lock('apply');
    late.head = await staleOf(places);
    const ledger = await store.read();
    expect([ledger.serial > serial, ledger.records]).toEqual([true, BOTH]);
    await store.append([record(TIER)]);
    expect((await store.compact(ACCOUNT)).records).toEqual(BOTH);
    await lock.release();
    delete late.head;
    expect((await open().read()).records).toEqual(BOTH);
    await (await open().lock('apply')).release();
  });

  it('reads later entries of other writers above its own', async () => {
    const { open, run } = await twoRuns();
    const store = open();
    const lock = await store.lock('apply');
    await run(TIER, 'production');
    expect((await store.neighbours?.())?.length).toBe(0);
    await store.append([record(TIER)]);
    await lock.release();
    expect((await open('production').read()).records).toEqual({ [TIER]: aRecord(TIER) });
    expect((await open().read()).serial).toBe((await store.read()).serial);
  });

  it('reads a branch that was reset to an earlier commit', async () => {
    const { standIn, open, first, wait } = await twoRuns();
    const store = open();
    await store.read();
    const tree = standIn.git.commit(first)?.tree ?? '';
    standIn.git.refs.set(REF, standIn.git.newCommit({ tree, parents: [first], message: 'By hand' }));
    expect(Object.keys((await store.read()).records)).toEqual([TIER, SIZE].toSorted());
    wait();
    expect(Object.keys((await store.read()).records)).toEqual([TIER]);
  });

  it('keeps the known state if the host cannot compare the heads', async () => {
    const { standIn, open, first, wait } = await twoRuns();
    const store = open();
    await store.read();
    const tree = standIn.git.commit(first)?.tree ?? '';
    standIn.git.refs.set(REF, standIn.git.newCommit({ tree, parents: [], message: 'By hand' }));
    wait();
    expect((await store.read()).records).toEqual(BOTH);
  });

  it('asks the host nothing about a head that it has seen itself', async () => {
    const { standIn, open, first, late, wait } = await twoRuns();
    const store = open();
    late.head = first;
    await store.read();
    delete late.head;
    wait();
    await store.read();
    late.head = first;
    wait();
    const from = standIn.requests.length;
    expect((await store.read()).records).toEqual(BOTH);
    expect(standIn.requests.slice(from)).toEqual([]);
  });
});

describe('a write whose reply is lost while the host is down for reads', () => {
  it('is known to have got through once the host can be read again', async () => {
    const { standIn, open, down } = await twoRuns();
    const store = open();
    const lock = await store.lock('apply');
    await store.append([record(TIER)]);
    for (const [address, looks] of [
      [TIER, 1],
      [SIZE, 3],
    ] as const) {
      const { serial } = await open().read();
      standIn.fault(/PATCH .*\/git\/refs/, { do: 'drop-after' });
      down.looks = looks;
      await store.append([record(address)]);
      expect((await open().read()).serial).toBe(serial + 1);
    }
    await store.compact(ACCOUNT);
    await lock.release();
    expect((await open().read()).records).toEqual(BOTH);
  });

  it('leaves no lock behind where it was the lock', async () => {
    const { standIn, open, down } = await twoRuns();
    standIn.fault(/PATCH .*\/git\/refs/, { do: 'drop-after' });
    const store = open();
    await store.read();
    down.looks = 4;
    await expect(store.lock('apply')).rejects.toThrow('The host is down');
    expect(Object.keys(standIn.git.files(BRANCH))).toEqual(['sandbox.ledger.json']);
    await (await open().lock('apply')).release();
  });
});
