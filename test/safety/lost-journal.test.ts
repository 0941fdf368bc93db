import { copyFile, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { exitOfApply } from '../../src/report/exit.ts';
import { ALL_KINDS } from '../laws/samples.ts';
import { HUB, watched } from '../laws/world.ts';
import { aDiskWorld, type DiskWorld } from './disk-world.ts';

let world: DiskWorld['world'];
let dir: DiskWorld['dir'];
let ledger: DiskWorld['ledger'];
beforeEach(async () => {
  ({ world, dir, ledger } = await aDiskWorld());
});

const journal = () => join(dir, 'default.journal.ndjson');
const ledgerFile = () => join(dir, 'default.ledger.json');
const SUBSCRIPTION = 'webhook-subscription:2001/contact.propertyChange/tier';

/** Applies all kinds one call after another; `act` happens while the first call that `when` names is on its way. */
async function applied(when: RegExp, act: () => Promise<unknown>) {
  const writes: string[] = [];
  let done = false;
  const transport = watched(world.service.transport, async (_request, path) => {
    if (path.startsWith('GET')) return;
    writes.push(path);
    if (done || !when.test(path)) return;
    done = true;
    await act();
  });
  const ann = world.reconciler(ALL_KINDS, { ledger: ledger(), transport });
  const plan = await ann.plan();
  const result = await ann.apply(plan, { concurrency: 1 });
  expect(done).toBe(true);
  return { plan, result, writes };
}

const SUBSCRIBING = /subscriptions/;
const unlinked = () => rm(journal());
const swapped = async () => {
  await copyFile(journal(), `${journal()}.copy`);
  await rename(`${journal()}.copy`, journal());
};
const strangers = async () => {
  await writeFile(`${journal()}.new`, 'not a journal\n');
  await rename(`${journal()}.new`, journal());
};

describe('a journal that goes during a call', () => {
  test.each([
    ['removed', unlinked],
    ['replaced by a copy of itself', swapped],
  ])('stops a run when it is %s, and all that was done is recorded', async (_, act) => {
    const { plan, result, writes } = await applied(SUBSCRIBING, act);
    expect(writes.length).toBeLessThan(plan.calls.length);
    expect(result.findings).toContainEqual({
      code: 'ledger-journal-lost',
      severity: 'error',
      message: `${journal()} was removed or replaced while the run wrote to it.`,
      hint: expect.stringMatching(/^No further calls are made\./),
    });
    const done = result.outcomes.filter(({ status }) => status === 'applied').map(({ address }) => address);
    expect(done).toContain(SUBSCRIPTION);
    expect(result.unrecorded).toBeUndefined();
    expect(exitOfApply(result)).toBe(4);
    if (act === swapped) await rm(journal());

    const ben = world.reconciler(ALL_KINDS, { ledger: ledger() });
    const { records, intentions } = await ben.ledger.read();
    expect(Object.keys(records)).toEqual(expect.arrayContaining(done));
    expect(intentions).toEqual([]);
    expect(exitOfApply(await ben.apply(await ben.plan()))).toBe(0);
    expect((await world.service.snapshot(HUB)).subscriptions).toHaveLength(1);
  });

  test('stops a run when another file takes its place, which is left to a person', async () => {
    const { result } = await applied(SUBSCRIBING, strangers);
    expect(result.findings.map(({ code }) => code)).toContain('ledger-journal-lost');
    expect(result.unrecorded).toBeUndefined();
    expect(await readFile(journal(), 'utf8')).toBe('not a journal\n');
    await expect(world.reconciler(ALL_KINDS, { ledger: ledger() }).plan()).rejects.toMatchObject({
      code: 'journal-damaged',
    });
    await rm(journal());
    const { records } = await world.reconciler(ALL_KINDS, { ledger: ledger() }).ledger.read();
    expect(records).toHaveProperty([SUBSCRIPTION]);
  });

  test('names every address that nothing can record, when it was emptied', async () => {
    const { result } = await applied(SUBSCRIBING, () => truncate(journal(), 0));
    const done = result.outcomes.filter(({ status }) => status === 'applied').map(({ address }) => address);
    expect(done).toContain(SUBSCRIPTION);
    // The company property got the first of its two calls. The subscription is in the ledger of its app.
    const others = done.filter((address) => address !== SUBSCRIPTION);
    expect(result.unrecorded?.toSorted()).toEqual([...others, 'property:companies/contractstart'].sort());
    const named = result.findings.filter(({ code }) => code === 'outcome-unrecorded');
    expect(named.map(({ address }) => address)).toEqual(result.unrecorded);
    expect(exitOfApply(result)).toBe(5);
  });

  test('names the unrecorded changes of an app if its journal was emptied', async () => {
    const { result } = await applied(SUBSCRIBING, () => truncate(join(dir, 'app@2001.journal.ndjson'), 0));
    // What is left of it cannot be read, so nobody knows what else is recorded.
    expect(result.unrecorded).toContain(SUBSCRIPTION);
    const named = result.findings.filter(({ code }) => code === 'outcome-unrecorded');
    expect(named.map(({ address }) => address)).toEqual(result.unrecorded);
    expect(named.find(({ address }) => address === SUBSCRIPTION)).toEqual({
      code: 'outcome-unrecorded',
      severity: 'error',
      message: `A call of this run changed ${SUBSCRIPTION}, or may have changed it, but this is not in the ledger.`,
      hint: `Nothing can read it, and the next apply would make the call again. Restore the files of the ledger, or check the account.`,
      fix: [{ action: 'adopt', addresses: [SUBSCRIPTION] }],
      address: SUBSCRIPTION,
    });
    expect(result.findings).toContainEqual(
      expect.objectContaining({ code: 'ledger-journal-lost', message: expect.stringContaining('are lost') }),
    );
    expect(exitOfApply(result)).toBe(5);
  });

  test('does not stop a finished run, whose changes are recorded', async () => {
    // The last of the calls: what follows it is the final read, and then the fold.
    const calls = (await world.reconciler(ALL_KINDS, { ledger: ledger() }).plan()).calls.length;
    let left = calls;
    let reads = 0;
    const transport = watched(world.service.transport, async (_request, path) => {
      if (!path.startsWith('GET')) left -= 1;
      else if (left === 0) {
        reads += 1;
        if (reads === 1) await rm(journal());
      }
    });
    const ann = world.reconciler(ALL_KINDS, { ledger: ledger(), transport });
    const result = await ann.apply(await ann.plan(), { concurrency: 1 });
    expect(reads).toBeGreaterThan(0);
    expect(result.findings.map(({ code }) => code)).toContain('ledger-journal-lost');
    expect(result.summary.applied).toBe(result.outcomes.length);
    expect(result.unrecorded).toBeUndefined();
    expect((await ann.plan()).calls).toEqual([]);
  });
});

describe('a ledger file that goes during a call', () => {
  test.each([
    ['removed', () => rm(ledgerFile())],
    ['replaced', () => writeFile(ledgerFile(), '{"a stranger": true}\n')],
  ])('is not overwritten when it was %s, and continues once restored', async (_, act) => {
    let before = '';
    const { result } = await applied(SUBSCRIBING, async () => {
      before = await readFile(ledgerFile(), 'utf8');
      await act();
    });
    expect(result.findings.map(({ code }) => code)).toContain('ledger-replaced');
    expect(result.unrecorded).toContain(SUBSCRIPTION);
    expect(exitOfApply(result)).toBe(5);
    const left = await readFile(ledgerFile(), 'utf8').catch(() => 'gone');
    expect(['gone', '{"a stranger": true}\n']).toContain(left);
    // Nobody makes the calls again.
    await expect(world.reconciler(ALL_KINDS, { ledger: ledger() }).plan()).rejects.toMatchObject({
      code: expect.stringMatching(/^(ledger|journal)-/),
    });
    await writeFile(ledgerFile(), before);
    const ben = world.reconciler(ALL_KINDS, { ledger: ledger() });
    expect((await ben.plan()).calls).toEqual([]);
  });

  test('is not overwritten if a record in it was edited', async () => {
    const ann = world.reconciler(ALL_KINDS, { ledger: ledger() });
    await ann.apply(await ann.plan());
    const store = ledger();
    const lock = await store.lock('edit');
    await store.compact({ name: 'default', hubId: HUB });
    const edited = (await readFile(ledgerFile(), 'utf8')).replace('"Tier"', '"Other"');
    await writeFile(ledgerFile(), edited);
    await expect(store.compact({ name: 'default', hubId: HUB })).rejects.toMatchObject({
      code: 'ledger-replaced',
      message: `${ledgerFile()} was removed or replaced during the run, and was not overwritten.`,
    });
    const forgetting = [{ type: 'forget', address: SUBSCRIPTION, at: '2026-01-01T00:00:00.000Z' }] as const;
    await expect(store.append(forgetting)).rejects.toMatchObject({ code: 'ledger-replaced' });
    await lock.release();
    expect(await readFile(ledgerFile(), 'utf8')).toBe(edited);
  });
});
