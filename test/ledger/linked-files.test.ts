import { lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileStore } from '../../src/ledger/file-store.ts';
import type { JournalEntry } from '../../src/model/ledger.ts';
import { counting, testClock } from './clock.ts';
import { intend, SIZE, settle, TIER } from './entries.ts';

const ACCOUNT = { name: 'sandbox', hubId: 1001 };
const LEDGER = 'sandbox.ledger.json';
const HISTORY = 'sandbox.history.ndjson';
const places: string[] = [];
afterAll(async () => {
  for (const place of places) await rm(place, { recursive: true });
});

/** Creates a folder for each of two people, and a shared folder. */
async function folders() {
  const top = await mkdtemp(join(tmpdir(), 'trueup-links-'));
  places.push(top);
  const newId = counting('id');
  const clock = testClock();
  const dirs = { mine: join(top, 'mine'), yours: join(top, 'yours'), shared: join(top, 'shared') };
  for (const dir of Object.values(dirs)) await mkdir(dir);
  const open = (dir: string) => fileStore({ dir, name: 'sandbox', clock, newId, owner: 'ann' });
  const run = async (dir: string, entries: readonly JournalEntry[]) => {
    const store = open(dir);
    const lock = await store.lock('apply');
    await store.append(entries);
    await store.compact(ACCOUNT);
    await lock.release();
  };
  return { ...dirs, clock, open, run };
}

const call = (id: string, address = TIER) => [
  intend(id, { run: id, covers: [address], records: {} }),
  settle(id, 'applied'),
];
const isLink = async (path: string) => (await lstat(path)).isSymbolicLink();

describe('a ledger that is a link', () => {
  it.each([
    ['absolute', (dir: string, file: string) => join(dir, file)],
    ['relative', (_: string, file: string) => join('..', 'shared', file)],
  ])('stays one (%s), and what it leads to is written, the history as well', async (_, target) => {
    const { mine, shared, open, run } = await folders();
    await run(mine, call('i1'));
    for (const file of [LEDGER, HISTORY]) {
      await rename(join(mine, file), join(shared, file));
      await symlink(target(shared, file), join(mine, file));
    }
    await run(mine, call('i2', SIZE));
    expect(await Promise.all([LEDGER, HISTORY].map((file) => isLink(join(mine, file))))).toEqual([true, true]);
    expect((await readdir(mine)).sort()).toEqual([HISTORY, LEDGER]);
    expect((await readdir(shared)).sort()).toEqual([HISTORY, LEDGER]);
    expect(await open(shared).read()).toEqual(await open(mine).read());
    expect((await open(shared).history()).map(({ run: id }) => id)).toEqual(['i2', 'i1']);
  });

  it('is begun where the link leads, although nothing is there yet', async () => {
    const { mine, shared, open, run } = await folders();
    await symlink(join('..', 'shared', 'deep', LEDGER), join(mine, LEDGER));
    await run(mine, call('i1'));
    expect(await readdir(mine)).toEqual([LEDGER]);
    expect((await readdir(join(shared, 'deep'))).sort()).toEqual([HISTORY, LEDGER]);
    expect((await open(mine).read()).serial).toBe((await open(join(shared, 'deep')).read()).serial);
  });

  it('shares its lock and journal with every link, and names the place of the lock', async () => {
    const { mine, yours, shared, clock, open } = await folders();
    for (const dir of [mine, yours]) await symlink(join(shared, LEDGER), join(dir, LEDGER));
    const store = open(mine);
    const lock = await store.lock('apply');
    await store.append([intend('i1')]);
    for (const dir of [yours, shared])
      await expect(open(dir).lock('apply')).rejects.toMatchObject({ code: 'ledger-locked' });
    await lock.release();
    expect((await readdir(shared)).sort()).toEqual(['sandbox.journal.ndjson']);
    expect((await open(yours).read()).intentions.map(({ id }) => id)).toEqual(['i1']);
    await writeFile(join(shared, 'sandbox.lock'), '{"tok');
    await utimes(join(shared, 'sandbox.lock'), new Date(clock.now()), new Date(clock.now()));
    await expect(open(yours).lock('apply')).rejects.toMatchObject({
      code: 'ledger-locked',
      message: `The ledger is being locked by another process (${join(shared, 'sandbox.lock')}).`,
    });
  });

  it('goes on with a history that lies in the folder of the link', async () => {
    const { mine, shared, open, run } = await folders();
    await run(mine, call('i1'));
    await rename(join(mine, LEDGER), join(shared, LEDGER));
    await symlink(join(shared, LEDGER), join(mine, LEDGER));
    await run(mine, call('i2', SIZE));
    expect((await open(mine).history()).map(({ run: id }) => id)).toEqual(['i2', 'i1']);
    expect((await readFile(join(mine, HISTORY), 'utf8')).split('\n')).toHaveLength(3);
  });

  it('is refused in one sentence if it is circular', async () => {
    const { mine, open } = await folders();
    await symlink(join(mine, 'b'), join(mine, LEDGER));
    await symlink(join(mine, LEDGER), join(mine, 'b'));
    await expect(open(mine).read()).rejects.toMatchObject({
      code: 'ledger-disk',
      message: expect.stringMatching(/sandbox\.(ledger\.json|history\.ndjson) cannot be read: ELOOP: [^:]*\.$/),
    });
  });
});
