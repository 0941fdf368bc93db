/** What an older version wrote, with the words of that time: saved plans, a ledger, its history and a journal. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Address, planDigest, type Reconciler, type ReconcilerOptions } from '../../src/index.ts';
import { readPlan } from '../../src/report/documents/read-plan.ts';
import { aWorld, ENV, HUB, ledgerOn, type World, watched } from '../laws/world.ts';

/** What that version printed. */
const DIGEST = '3d5fd96966f5412444a1';
const REVERT_DIGEST = '20d8ac2c709dd19755f9';

const older = (file: string) => readFile(join('test/older/version-1', file), 'utf8');
const of = (name: string): Address => `property:contacts/${name}`;

let world: World;
beforeEach(async () => {
  world = await aWorld();
});
afterEach(() => world.close());

async function reconciler(file: string, more: Partial<ReconcilerOptions> = {}): Promise<Reconciler> {
  return world.reconciler([{ path: 'trueup.yaml', text: await older(file) }], {
    env: { SANDBOX_TOKEN: ENV.TRUEUP_ACCESS_TOKEN },
    account: 'sandbox',
    ledger: ledgerOn(world.disk, world.clock, world.newId, 'sandbox'),
    ...more,
  });
}

/** The account as that version left it, with what somebody did in it since. */
async function applied(): Promise<void> {
  const first = await reconciler('first.yaml');
  await first.apply(await first.plan());
  const admin = world.service.admin(HUB);
  await admin.editProperty('contacts', 'loyaltytier', { label: 'By hand' });
  await admin.editProperty('contacts', 'shoesize', { label: 'By somebody' });
  await admin.editProperty('contacts', 'nickname', { label: 'By another' });
}

/** In place of what this version wrote. */
async function putBack(folder: string, ...files: readonly string[]): Promise<void> {
  for (const file of await world.disk.list()) await world.disk.remove(file);
  for (const file of files) await world.disk.replace(file, await older(join(folder, file)));
}

const LEDGER = ['sandbox.ledger.json', 'sandbox.history.ndjson'];

describe('a plan that an older version saved', () => {
  test('has the digest that was reviewed', async () => {
    const [plan, revert] = await Promise.all(['saved-plan.json', 'saved-revert.json'].map(older));
    expect([plan, revert].map((text) => planDigest(readPlan(text ?? '')))).toEqual([DIGEST, REVERT_DIGEST]);
  });

  test('is applied on the ledger of that version, and nothing is left to do', async () => {
    await applied();
    await putBack('applied', ...LEDGER);
    const later = await reconciler('later.yaml');
    const result = await later.apply(readPlan(await older('saved-plan.json')), { saved: true });
    expect(result.outcomes.map(({ address, status }) => [address, status])).toEqual([
      ['property-group:contacts/loyalty', 'applied'],
      [of('birthmonth'), 'applied'],
      [of('loyaltytier'), 'applied'],
      [of('nickname'), 'applied'],
      [of('shoesize'), 'applied'],
      ['association-limit:contacts/companies/SERVICE_DEFINED/279', 'applied'],
    ]);
    const properties = (await world.snapshot()).properties['contacts'] ?? [];
    const names = ['loyaltytier', 'nickname', 'shoesize'];
    // Held drift is overwritten where the plan says so, and nowhere else.
    expect(names.map((one) => properties.find(({ name }) => name === one)?.label)).toEqual([
      'Loyalty tier',
      'Nickname',
      'By somebody',
    ]);
    const next = await later.plan();
    expect([next.calls, next.adopt]).toEqual([[], []]);
  });

  test('reverts a run of that version', async () => {
    await applied();
    await putBack('applied', ...LEDGER);
    const revert = readPlan(await older('saved-revert.json'));
    const later = await reconciler('later.yaml');
    const result = await later.apply(revert, { saved: true, skipBlocked: true });
    expect(result.outcomes.map(({ status }) => status)).toEqual(revert.calls.map(() => 'applied'));
  });

  // biome-ignore lint/suspicious/noExplicitAny: a plan file as an editor sees it.
  type Edited = any;
  test.each<[string, (plan: Edited) => void]>([
    ['what it overwrites', (plan) => plan.taken.pop()],
    ['a value that a call sends', (plan) => (plan.calls[3].body.label = 'Mine')],
    ['a value that a call rests on', (plan) => (plan.calls[3].relies[of('loyaltytier')].label = 'Mine')],
    ['a value that a change shows', (plan) => (plan.changes[1].fields[0].after = 'Mine')],
    ['the reason of a change', (plan) => (plan.changes[2].because = 'file-differs')],
    ['a count', (plan) => (plan.summary.destructive = 0)],
    ['its times', (plan) => (plan.expiresAt = '2026-01-09T00:00:00.000Z')],
  ])('is refused where somebody edited %s', async (_, edit) => {
    await applied();
    await putBack('applied', ...LEDGER);
    const plan = JSON.parse(await older('saved-plan.json'));
    edit(plan);
    const later = await reconciler('later.yaml');
    const before = (await world.service.calls()).length;
    await expect(later.apply(readPlan(JSON.stringify(plan)), { saved: true })).rejects.toMatchObject({
      code: 'refused',
      findings: expect.arrayContaining([expect.objectContaining({ code: 'plan-altered' })]),
    });
    const since = (await world.service.calls()).slice(before);
    expect(since.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('is refused where the ledger or the account is not the one that it rests on', async () => {
    await applied();
    await putBack('applied', ...LEDGER);
    const later = await reconciler('later.yaml');
    const saved = readPlan(await older('saved-plan.json'));
    await later.ledger.forget([of('nickname')]);
    await expect(later.apply(saved, { saved: true })).rejects.toMatchObject({ code: 'ledger-changed' });
    await putBack('applied', ...LEDGER);
    await world.service.admin(HUB).editProperty('contacts', 'nickname', { label: 'Later' });
    await expect(later.apply(saved, { saved: true })).rejects.toMatchObject({ code: 'account-changed' });
  });

  test.each<[string, (plan: Edited) => void, string]>([
    ['lacks a member', (plan) => delete plan.basis, 'fingerprint: '],
    ['has one of a newer form too', (plan) => (plan.overwrite = []), 'the document: Unrecognized key: "taken"'],
    ['has one of no form', (plan) => (plan.calls[0].extra = 1), 'calls[0]: Unrecognized key: "extra"'],
  ])('is not a plan where it %s', async (_, edit, message) => {
    const plan = JSON.parse(await older('saved-plan.json'));
    edit(plan);
    expect(() => readPlan(JSON.stringify(plan))).toThrow(message);
  });
});

test('a reviewed run that was cut off in an older version is finished, with its journal and by its digest', async () => {
  await applied();
  const stop = new AbortController();
  const transport = watched(world.service.transport, (_, path) => {
    if (/^PATCH .*\/loyaltytier$/.test(path)) stop.abort();
  });
  const cut = await reconciler('later.yaml', { signal: stop.signal, transport });
  const overwrite = [of('loyaltytier'), of('nickname')];
  const allow = [{ risk: 'option-removal', address: of('loyaltytier') }] as const;
  await cut.apply(await cut.plan({ allow, overwrite }), { concurrency: 1 });
  await putBack('cut', ...LEDGER, 'sandbox.journal.ndjson');
  const later = await reconciler('later.yaml');
  await later.recover(DIGEST);
  const rest = await later.plan({ allow, overwrite });
  const result = await later.apply(rest, { reviewed: DIGEST });
  expect(result.outcomes.map(({ address, status }) => [address, status])).toEqual([
    [of('nickname'), 'applied'],
    [of('shoesize'), 'applied'],
  ]);
  expect((await later.plan()).calls).toEqual([]);
  expect((await later.ledger.runs()).length).toBeGreaterThan(1);
});
