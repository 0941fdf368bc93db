/** Tests that a pull is recorded without a second read of the account if account and ledger are unchanged. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/client/index.ts';
import type { Address } from '../../src/index.ts';
import { createReconciler, loadProject, memoryStore } from '../../src/index.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';

const PROPERTY: Address = 'property:contacts/loyaltytier';

/** An account with the property of another project, pulled into files that are written, with a clock that can be turned on. */
async function pulledFiles() {
  const { shell, service } = await aSandbox();
  const { cwd } = shell;
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  await shell.write('trueup.yaml', sandboxText(service.url));
  let passed = 0;
  const clock = {
    ...systemClock,
    now: () => systemClock.now() + passed,
    elapsed: () => systemClock.elapsed() + passed,
  };
  const ledger = memoryStore({ name: 'sandbox', clock, newId: () => crypto.randomUUID() });
  const lists: string[] = [];
  const open = async () =>
    createReconciler({
      config: await loadProject(['trueup.yaml'], { cwd }),
      env: TOKEN,
      ledger,
      clock,
      onExchange: ({ path }) => {
        if (path.includes('/properties')) lists.push(path);
      },
    });
  const pulled = await (await open()).pull({ single: true, objects: ['contacts'] });
  for (const { path, text } of pulled.files) await writeFile(join(cwd, path), text);
  expect(pulled.unrecorded).toContain(PROPERTY);
  lists.length = 0;
  const pass = (ms: number) => {
    passed += ms;
  };
  return { service, ledger, lists, open, pulled, pass, began: clock.now() };
}

test('adopt records the reading of the pull and reads nothing again', async () => {
  const { ledger, lists, open, pulled, pass } = await pulledFiles();
  pass(30_000);
  const reconciler = await open();
  const recorded = await reconciler.ledger.adopt(pulled.unrecorded, { pulled });
  expect(recorded.map(({ record }) => record.address)).toEqual(pulled.unrecorded);
  expect(lists).toEqual([]);
  const { at, fields, basis } = (await ledger.read()).records[PROPERTY] ?? {};
  expect({ fields, basis }).toMatchObject({ fields: { label: 'Loyalty tier' }, basis: 'observed' });
  // For the time when it was read, not for the one when it was recorded.
  expect(Date.parse(at ?? '')).toBeLessThan(Date.now() + 30_000);
  const { summary } = await reconciler.plan();
  expect(summary).toMatchObject({ create: 0, update: 0, blocked: 0 });
  expect((await reconciler.plan()).adopt).toEqual([]);
});

test('a change after the read is unrecorded, and the next plan shows it', async () => {
  const { ledger, open, pulled, service } = await pulledFiles();
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'Tier' });
  const reconciler = await open();
  await reconciler.ledger.adopt(pulled.unrecorded, { pulled });
  expect((await ledger.read()).records[PROPERTY]?.fields).toMatchObject({ label: 'Loyalty tier' });
  const { changes } = await reconciler.plan();
  expect(changes.filter(({ action }) => action !== 'keep')).toMatchObject([
    {
      address: PROPERTY,
      because: 'account-changed',
      fields: [{ field: 'label', before: 'Tier', after: 'Loyalty tier' }],
    },
  ]);
});

test('after a minute the account is read again, and has to be as declared', async () => {
  const { ledger, open, pulled, pass, service } = await pulledFiles();
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'Tier' });
  pass(60_001);
  const { ledger: actions } = await open();
  await expect(actions.adopt(pulled.unrecorded, { pulled })).rejects.toMatchObject({
    findings: [{ code: 'account-differs', address: PROPERTY }],
  });
  expect((await ledger.read()).records).toEqual({});
});

type Given = Awaited<ReturnType<typeof pulledFiles>>;

test.each<[string, (given: Given) => Promise<Given['pulled']>]>([
  ['the pull is a copy of its result', async ({ pulled }) => ({ ...pulled })],
  [
    'something was recorded since',
    async ({ open, pulled }) => {
      await (await open()).ledger.adopt([PROPERTY]);
      return pulled;
    },
  ],
  ['the pull did not read all of it', async ({ open }) => (await open()).pull({ objects: ['companies'] })],
])('the account is read again where %s', async (_, handedOver) => {
  const given = await pulledFiles();
  const pulled = await handedOver(given);
  given.lists.length = 0;
  await (await given.open()).ledger.adopt(given.pulled.unrecorded, { pulled });
  expect(given.lists.length).toBeGreaterThan(0);
});
