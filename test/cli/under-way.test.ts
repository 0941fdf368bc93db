import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { undiciTransport } from '../../src/client/index.ts';
import { createReconciler, fileStore, loadProject } from '../../src/index.ts';
import { LedgerDocument } from '../../src/report/documents/ledger.ts';
import { watched } from '../laws/world.ts';
import { counting, testClock } from '../ledger/clock.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';
import { aShell } from '../support/world.ts';

const SUBSCRIPTION = 'webhook-subscription:2001/contact.creation';
let shell: Sandbox['shell'];

beforeEach(async () => {
  const subscription = '{ eventType: contact.creation, active: true }';
  const webhooks = `webhooks: [{ appId: 2001, subscriptions: [${subscription}] }]\n`;
  ({ shell } = await aSandbox((url) => `${sandboxText(url, 'documented')}${webhooks}`));
});

const words = (text: string) => text.replace(/\s+/g, ' ');

async function somebodyElse(transport = undiciTransport()) {
  const store = { dir: join(shell.cwd, '.trueup'), name: 'sandbox', clock: testClock(), newId: counting('a') };
  return createReconciler({
    config: await loadProject(['trueup.yaml'], { cwd: shell.cwd }),
    env: TOKEN,
    transport,
    clock: store.clock,
    ledger: fileStore({ ...store, owner: 'ann' }),
  });
}

/** Runs work while a colleague's apply waits for the reply to its call. */
async function whileApplying(work: () => Promise<void>): Promise<void> {
  const inside = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const ann = await somebodyElse(
    watched(undiciTransport(), async (_, path) => {
      if (!path.startsWith('POST')) return;
      inside.resolve();
      await go.promise;
    }),
  );
  const running = ann.apply(await ann.plan());
  await inside.promise;
  try {
    await work();
  } finally {
    go.resolve();
    expect((await running).summary.applied).toBe(1);
    await ann.close();
  }
}

test('an open call of a running apply is settled by this run', () =>
  whileApplying(async () => {
    const saved = await shell.run('plan', '-o', 'saved.plan.json');
    expect(words(saved.stdout)).toContain('is under way and settles it.');
    expect(words(saved.stdout)).toContain('A run in progress has an open call on it.');
    expect(saved.stdout).toContain('A run in progress has 1 open call: plan again when it has finished.\n');
    expect(words(saved.stdout)).toMatch(
      /Next, to plan again when the current run has finished:? trueup plan -o saved\.plan\.json $/,
    );
    const applied = await shell.run('apply', '--auto-approve');
    expect([applied.code, applied.stdout]).toEqual([1, '']);
    expect(applied.stderr).toMatch(
      /^error: The ledger is locked by ann \(process \d+ on .+\) for apply since .+\. \[ledger-locked\]$/m,
    );
    expect(applied.stderr).toContain('Wait until that run is over. To wait for it, add --lock-timeout SECONDS.\n');
    expect((await shell.run('apply', 'saved.plan.json')).stderr).toBe(applied.stderr);
    const listed = await shell.run('ledger', 'list');
    expect(listed.stdout).toMatch(/\? unsettled POST \S+ {2}.*, in progress in the apply of ann/);
    for (const { stdout, stderr } of [saved, applied, listed]) {
      expect(stdout + stderr).not.toContain('ledger settle');
      expect(stdout + stderr).not.toContain('by a person');
    }
  }));

test('the ledger document names the writer and the open call', async () => {
  const call = {
    method: 'POST',
    path: '/webhooks/2026-03/2001/subscriptions',
    covers: [SUBSCRIPTION],
    shows: 'unknown',
  };
  const listed = async () => LedgerDocument.parse((await shell.json('ledger', 'list')).document);
  await whileApplying(async () => {
    const { holder, open, intentions } = await listed();
    expect(holder).toEqual({ owner: 'ann', purpose: 'apply', at: '2026-01-01T00:00:00.000Z' });
    expect(open).toEqual([expect.objectContaining({ ...call, id: intentions[0]?.id, settledBy: 'run' })]);
    // The run is gone, and its locks with it: that of the account, and that of the app.
    const locks = ['sandbox.lock', 'app@2001.lock'].map((file) => join(shell.cwd, '.trueup', file));
    const texts = await Promise.all(locks.map((lock) => readFile(lock, 'utf8')));
    for (const lock of locks) await rm(lock);
    const alone = await listed();
    expect([alone.holder, alone.open]).toEqual([
      undefined,
      [expect.objectContaining({ ...call, settledBy: 'person' })],
    ]);
    for (const [at, lock] of locks.entries()) await writeFile(lock, texts[at] ?? '');
  });
  const over = await listed();
  expect([over.holder, over.open, over.intentions]).toEqual([undefined, undefined, []]);
});

test('once it is over, its call is known and nothing is planned', async () => {
  await whileApplying(async () => undefined);
  expect(await shell.run('plan', '--quiet')).toMatchObject({ stdout: 'Nothing to do.\n' });
  expect((await shell.run('ledger', 'show', SUBSCRIPTION)).code).toBe(0);
});

/** Runs a command at a terminal. A colleague applies the same change before the answer. */
async function whileAsked(...words: readonly string[]) {
  const before = async () => {
    const ann = await somebodyElse();
    expect((await ann.apply(await ann.plan())).summary.applied).toBe(1);
    await ann.close();
  };
  const asked = await aShell({ env: TOKEN, terminal: { question: 'these changes to sandbox?', keys: 'y', before } });
  return asked.run('-C', shell.cwd, ...words);
}

test('an apply that was overtaken while it asked plans again with --lock-timeout', async () => {
  const waits = await whileAsked('apply', '--lock-timeout', '60');
  expect(waits.stderr).toContain('Another run wrote the ledger first. Starting again.\n');
  expect([waits.code, waits.stdout]).toEqual([0, expect.stringContaining('Nothing to do')]);
});

test('an apply that was overtaken while it asked is stale without --lock-timeout', async () => {
  const refused = await whileAsked('apply');
  expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('[ledger-changed]')]);
});
