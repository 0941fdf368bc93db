import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileStore, hasLedger } from '../../src/ledger/file-store.ts';
import { thisProcess } from '../../src/ledger/this-process.ts';
import { counting, testClock } from './clock.ts';
import { anIntention, aRecord, intend, record, SIZE, settle, TIER } from './entries.ts';
import { storeSuite } from './store-suite.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function place(name = 'sandbox') {
  const dir = await mkdtemp(join(tmpdir(), 'trueup-ledger-'));
  folders.push(dir);
  const newId = counting('id');
  const clock = testClock();
  const file = (ending: string) => join(dir, `sandbox.${ending}`);
  return { dir, clock, file, open: () => fileStore({ dir, name, clock, newId, owner: 'ann' }) };
}

storeSuite('the file store', place);

const ACCOUNT = { name: 'sandbox', hubId: 1001 };

describe('the file store', () => {
  it('names everything that it is not given', () => {
    expect(() => fileStore({} as never)).toThrow('fileStore was called without dir, name, clock, newId.');
    expect(() => fileStore({ dir: '/tmp', name: 'a', clock: testClock() } as never)).toThrow('without newId.');
  });

  it.each(['ledger.json', 'journal.ndjson', 'history.ndjson'])('knows of a ledger by its %s', async (ending) => {
    const { dir, file } = await place();
    expect(await hasLedger(dir, 'sandbox')).toBe(false);
    await writeFile(file(ending), '');
    expect(await hasLedger(dir, 'sandbox')).toBe(true);
  });

  it('says in one sentence which file could not be read, and why', async () => {
    const { file, open } = await place();
    await mkdir(file('ledger.json'));
    await expect(open().read()).rejects.toMatchObject({
      code: 'ledger-disk',
      message: expect.stringMatching(/sandbox\.ledger\.json cannot be read: EISDIR: [^:]*\.$/),
    });
  });

  it.runIf(process.platform === 'linux')('closes every file that it opens', async () => {
    const { open } = await place();
    const opened = async () => (await readdir('/proc/self/fd')).length;
    const run = async (id: string) => {
      const store = open();
      const lock = await store.lock('apply');
      await store.append([intend(id), settle(id, 'applied')]);
      await store.compact(ACCOUNT);
      await store.read();
      await lock.release();
    };
    await run('i0');
    const before = await opened();
    for (let at = 1; at <= 20; at += 1) await run(`i${at}`);
    expect(await opened()).toBeLessThan(before + 10);
  });
});

describe('the ledger file', () => {
  it('is sorted text that ends with a newline, with the journal gone', async () => {
    const { dir, file, open } = await place();
    const store = open();
    const lock = await store.lock('apply');
    await store.append([record(TIER), record(SIZE)]);
    const { lineage } = await store.compact(ACCOUNT);
    await lock.release();
    const text = await readFile(file('ledger.json'), 'utf8');
    const written = JSON.parse(text);
    expect(text).toBe(`${JSON.stringify(written, undefined, 2)}\n`);
    expect(Object.keys(written)).toEqual(['account', 'folded', 'format', 'intentions', 'lineage', 'records', 'serial']);
    expect(Object.keys(written.records)).toEqual([SIZE, TIER]);
    expect(written.lineage).toBe(lineage);
    expect(await readdir(dir)).toEqual(['sandbox.ledger.json']);
  });

  it('stays in its folder for any account name', async () => {
    const { dir, open } = await place('../../etc/pass wd*');
    const store = open();
    const lock = await store.lock('apply');
    await store.append([record(TIER)]);
    await store.compact({ name: '../../etc/pass wd*', hubId: 1 });
    await lock.release();
    expect(await readdir(dir)).toEqual(['..%2F..%2Fetc%2Fpass%20wd%2A.ledger.json']);
    expect((await open().read()).account.name).toBe('../../etc/pass wd*');
  });

  it.each([
    ['', 'ledger-empty'],
    ['{"format": "trueup.ledger/1", "rec', 'ledger-torn'],
    ['format: trueup', 'ledger-not-json'],
    ['[]', 'ledger-malformed'],
    ['{"format":"trueup.ledger/2"}', 'ledger-newer'],
    ['{"format":"terraform/4"}', 'ledger-malformed'],
    ['{\n<<<<<<< ours\n}', 'ledger-merge-conflict'],
  ])('is refused with its name when it holds %j', async (text, code) => {
    const { file, open } = await place();
    await writeFile(file('ledger.json'), text);
    const failure = await open()
      .read()
      .catch((error: unknown) => error);
    // There is no history that a ledger could be made of.
    expect(failure).toMatchObject({ code, hint: expect.not.stringContaining('repair') });
    expect(String(failure)).toContain(file('ledger.json'));
  });

  it('names every place that an edit by hand broke', async () => {
    const { file, open } = await place();
    const { kind, ...rest } = aRecord(TIER);
    const ledger = {
      format: 'trueup.ledger/1',
      lineage: 'l',
      serial: -1,
      account: { name: 'sandbox', hubId: 1 },
      records: { [TIER]: rest, [SIZE]: { ...rest, kind, extra: 1 } },
      intentions: [],
    };
    await writeFile(file('ledger.json'), JSON.stringify(ledger));
    const failure = String(
      await open()
        .read()
        .catch((error: unknown) => error),
    );
    for (const place of ['serial', `records.${TIER}.kind`, `records.${SIZE}`]) expect(failure).toContain(place);
  });

  it('names the first twenty of very many places', async () => {
    const { file, open } = await place();
    const records = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`r${index}`, {}]));
    const rest = { format: 'trueup.ledger/1', lineage: 'l', serial: 0, intentions: [] };
    await writeFile(file('ledger.json'), JSON.stringify({ ...rest, account: { name: 'sandbox', hubId: 1 }, records }));
    const failure = await open()
      .read()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'ledger-malformed' });
    expect([...String(failure).matchAll(/records\.r\d+/g)].length).toBe(20);
    expect(String(failure)).toMatch(/; and [\d,]+ more\.$/);
  });

  it('is refused under the name of another account', async () => {
    const { dir, file, open } = await place();
    const store = open();
    const lock = await store.lock('apply');
    await store.append([record(TIER)]);
    await store.compact(ACCOUNT);
    await lock.release();
    await writeFile(join(dir, 'production.ledger.json'), await readFile(file('ledger.json')));
    const other = fileStore({ dir, name: 'production', clock: testClock(), newId: counting('x') });
    await expect(other.read()).rejects.toMatchObject({ code: 'ledger-foreign-account' });
  });
});

describe('the journal file', () => {
  async function written() {
    const at = await place();
    const store = at.open();
    const lock = await store.lock('apply');
    await store.append([intend('i1')]);
    await store.append([settle('i1', 'applied')]);
    await lock.release();
    return at;
  }

  it('loses only the line that a crash cut off, wherever the cut is', async () => {
    const { file, open } = await written();
    const whole = await readFile(file('journal.ndjson'));
    for (let bytes = whole.length - 1; bytes >= 0; bytes -= 1) {
      await truncate(file('journal.ndjson'), bytes);
      const lines = whole.subarray(0, bytes).toString().split('\n').length - 1;
      const { serial, records, intentions } = await open().read();
      expect([serial, Object.keys(records), intentions]).toEqual([
        Math.max(0, lines - 1),
        [],
        lines === 2 ? [anIntention('i1')] : [],
      ]);
    }
  });

  it('is continued behind its last whole line', async () => {
    const { file, open } = await written();
    await appendFile(file('journal.ndjson'), '{"type":"inte');
    const store = open();
    const lock = await store.lock('apply');
    await store.append([record(SIZE)]);
    await lock.release();
    const { serial, records } = await open().read();
    expect([serial, records]).toEqual([3, { [TIER]: aRecord(TIER), [SIZE]: aRecord(SIZE) }]);
  });

  it('is refused when a line in the middle is damaged', async () => {
    const { file, open } = await written();
    const text = await readFile(file('journal.ndjson'), 'utf8');
    await writeFile(file('journal.ndjson'), text.replace('{"type":"intend"', '{"type":"inte'));
    await expect(open().read()).rejects.toMatchObject({ code: 'journal-damaged' });
  });

  it('is not folded in twice when the run dies before it is removed', async () => {
    const { dir, file, open } = await written();
    const journal = await readFile(file('journal.ndjson'));
    const store = open();
    const lock = await store.lock('apply');
    const folded = await store.compact(ACCOUNT);
    await writeFile(file('journal.ndjson'), journal);
    expect(await open().read()).toEqual(folded);
    // The store detects a folded journal even after a fold that changed only the host. The next fold removes it.
    const pinned = await store.compact({ ...ACCOUNT, host: 'http://localhost' });
    expect(await readdir(dir)).not.toContain('sandbox.journal.ndjson');
    await writeFile(file('journal.ndjson'), journal);
    expect(await open().read()).toEqual(pinned);
    await store.append([record(SIZE)]);
    expect(await store.compact(ACCOUNT)).toEqual({
      ...pinned,
      serial: pinned.serial + 1,
      records: { ...pinned.records, [SIZE]: aRecord(SIZE) },
    });
    await lock.release();
  });

  it('is refused beside a ledger that it does not continue', async () => {
    const { file, open } = await written();
    const journal = await readFile(file('journal.ndjson'));
    const store = open();
    const lock = await store.lock('apply');
    await store.compact(ACCOUNT);
    await store.append([record(SIZE)]);
    await store.compact(ACCOUNT);
    await lock.release();
    await writeFile(file('journal.ndjson'), journal);
    const mismatch = (what: string) => ({
      code: 'journal-mismatch',
      message: `${file('journal.ndjson')} continues serial 0 of a ledger, but ${file('ledger.json')} is ${what} serial 4.`,
    });
    await expect(open().read()).rejects.toMatchObject(mismatch('at'));
    const text = await readFile(file('ledger.json'), 'utf8');
    await writeFile(file('ledger.json'), text.replace(/"lineage": ".*"/, '"lineage": "another"'));
    await rm(file('history.ndjson'));
    await expect(open().read()).rejects.toMatchObject(mismatch('another ledger at'));
  });
});

describe('the lock file', async () => {
  const { namespace, started = '' } = await thisProcess(counting('n'));
  const [boot] = started.split('/');
  const holder = (changes: object) =>
    JSON.stringify({
      token: 't0',
      owner: 'bob',
      host: hostname(),
      pid: process.pid,
      namespace,
      purpose: 'apply',
      at: '2026-01-01T00:00:00.000Z',
      ...changes,
    });

  it.each([
    ['its process is gone', { pid: 2 ** 22 + 1 }],
    ['its pid belongs to a later process', { started: `${boot}/1` }],
  ])('is taken over when %s, by exactly one of many', async (_, changes) => {
    const { dir, file, open } = await place();
    await writeFile(file('lock'), holder(changes));
    expect(await open().holder()).toBeUndefined();
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => open().lock('apply')));
    const won = tries.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(won).toHaveLength(1);
    expect(await readdir(dir)).toEqual(['sandbox.lock']);
    await won[0]?.release();
    expect(await readdir(dir)).toEqual([]);
  });

  it('says everything by which others can tell whether its process is there', async () => {
    const { file, open } = await place();
    const lock = await open().lock('apply');
    expect(JSON.parse(await readFile(file('lock'), 'utf8'))).toEqual({
      ...{ token: expect.any(String), owner: 'ann', host: hostname(), pid: process.pid, purpose: 'apply' },
      at: expect.any(String),
      ...(started === '' ? {} : { started }),
      ...(namespace === undefined ? {} : { namespace }),
    });
    await lock.release();
  });

  it('is taken over although an earlier take-over died half-way', async () => {
    const { dir, file, open } = await place();
    const stale = holder({ pid: 2 ** 22 + 1 });
    await writeFile(file('lock'), stale);
    const { createHash } = await import('node:crypto');
    const mark = createHash('sha256').update(stale).digest('hex').slice(0, 12);
    await writeFile(file(`lock.${mark}`), holder({ pid: 2 ** 22 + 2, token: 't1' }));
    await (await open().lock('apply')).release();
    expect(await readdir(dir)).toEqual([]);
  });

  it('is left alone when it is of another machine', async () => {
    const { file, open } = await place();
    await writeFile(file('lock'), holder({ host: 'elsewhere', pid: 2 ** 22 + 1 }));
    await expect(open().lock('apply')).rejects.toMatchObject({
      message: expect.stringContaining('The ledger is locked by bob (process 4194305 on elsewhere)'),
      hint: `Wait until that run is over. If it died with its machine or container, delete ${file('lock')}.`,
    });
  });

  it.runIf(namespace !== undefined).each([
    ['is of another PID namespace', { namespace: `${boot}/pid:[1]` }],
    [
      'is of another boot, or of another machine of the same name',
      { namespace: namespace?.replace(/^[^/]+/, 'other') },
    ],
    ['does not say its namespace, as those of an older version', { namespace: undefined }],
  ])('is left alone when it %s, with the way out', async (_, changes) => {
    const { dir, file, open } = await place();
    const text = holder({ pid: 2 ** 22 + 1, ...changes });
    await writeFile(file('lock'), text);
    await expect(open().lock('apply')).rejects.toMatchObject({
      code: 'ledger-locked',
      message: `The ledger is locked by bob (process 4194305 on ${hostname()}) for apply since 2026-01-01 00:00 UTC.`,
      hint: expect.stringMatching(
        /^Wait until that run is over\. Its process is not visible here: .+ delete .+sandbox\.lock\.$/,
      ),
    });
    expect(await readFile(file('lock'), 'utf8')).toBe(text);
    expect(await readdir(dir)).toEqual(['sandbox.lock']);
  });

  it('is taken over when it cannot be read, once it is old', async () => {
    const { clock, file, open } = await place();
    await writeFile(file('lock'), '{"tok');
    const at = new Date(clock.now());
    await utimes(file('lock'), at, at);
    await expect(open().lock('apply')).rejects.toMatchObject({ code: 'ledger-locked' });
    expect(await open().holder()).toEqual({ owner: 'another process' });
    clock.advance(60_000);
    expect(await open().holder()).toEqual({ owner: 'another process' });
    clock.advance(1);
    expect(await open().holder()).toBeUndefined();
    await (await open().lock('apply')).release();
  });

  it.each([
    ['taken by someone else', (path: string) => writeFile(path, holder({}))],
    ['removed', (path: string) => rm(path)],
  ])('lets its former holder write nothing more once it was %s', async (_, lose) => {
    const { file, open } = await place();
    const store = open();
    const lock = await store.lock('apply');
    await store.append([intend('i1')]);
    const journal = await readFile(file('journal.ndjson'), 'utf8');
    await lose(file('lock'));
    const lost = { code: 'ledger-lock-lost', hint: expect.stringContaining('No further calls are made.') };
    await expect(store.append([intend('i2')])).rejects.toMatchObject(lost);
    await expect(store.append([])).rejects.toMatchObject(lost);
    await expect(store.compact(ACCOUNT)).rejects.toMatchObject(lost);
    await lock.release();
    expect(await readFile(file('journal.ndjson'), 'utf8')).toBe(journal);
  });

  it('is not removed by a holder that lost it', async () => {
    const { file, open } = await place();
    const store = open();
    const lock = await store.lock('apply');
    await store.append([record(TIER)]);
    await writeFile(file('lock'), holder({}));
    await expect(store.compact(ACCOUNT)).rejects.toMatchObject({ code: 'ledger-lock-lost' });
    await lock.release();
    expect(await readFile(file('lock'), 'utf8')).toBe(holder({}));
  });
});

describe.skipIf(process.platform === 'win32')('the files of a ledger', () => {
  const modes = async (dir: string) =>
    Object.fromEntries(
      await Promise.all(
        (await readdir(dir)).map(async (name) => [name, ((await stat(join(dir, name))).mode & 0o777).toString(8)]),
      ),
    );

  async function written(at: Awaited<ReturnType<typeof place>>, dir: string) {
    const store = fileStore({ dir, name: 'sandbox', clock: at.clock, newId: counting('m') });
    const lock = await store.lock('apply');
    await store.append([intend('i1'), settle('i1', 'applied')]);
    await store.compact(ACCOUNT);
    await store.append([intend('i2')]);
    return lock;
  }

  it('are readable only by their owner, in a private new folder', async () => {
    const at = await place();
    const dir = join(at.dir, 'made', 'here');
    const lock = await written(at, dir);
    expect(await modes(dir)).toEqual({
      'sandbox.history.ndjson': '600',
      'sandbox.journal.ndjson': '600',
      'sandbox.ledger.json': '600',
      'sandbox.lock': '600',
    });
    expect((await modes(at.dir))['made']).toBe('700');
    expect((await modes(join(at.dir, 'made')))['here']).toBe('700');
    await lock.release();
  });

  it('are closed to others if they were open, and an existing folder keeps its mode', async () => {
    const at = await place();
    const dir = join(at.dir, 'there');
    await mkdir(dir);
    await chmod(dir, 0o755);
    await (await written(at, dir)).release();
    for (const name of await readdir(dir)) await chmod(join(dir, name), 0o644);
    await writeFile(join(dir, 'sandbox.ledger.json.tmp'), 'left by a run that died', { mode: 0o644 });
    const store = fileStore({ dir, name: 'sandbox', clock: at.clock, newId: counting('n') });
    const lock = await store.lock('apply');
    await store.append([settle('i2', 'applied')]);
    await store.compact(ACCOUNT);
    await lock.release();
    expect(await modes(dir)).toEqual({ 'sandbox.history.ndjson': '600', 'sandbox.ledger.json': '600' });
    expect((await modes(at.dir))['there']).toBe('755');
  });
});
