/** Tests of events that no file names. Pull and list find them in the account's list of events. */

import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Seed, startService } from '../../src/service/index.ts';
import { aShell, type Shell } from '../support/world.ts';

type Events = NonNullable<NonNullable<Seed['accounts']>[number]['eventDefinitions']>;

const LIST = 'listEventDefinitions';
const READ = 'readEventDefinition';
const KIND = 'event-definition-property';
const label = (name: string) => ({ name, label: name, type: 'string' as const });
const TWO: Events = [
  { name: 'signed_up', properties: [label('plan'), { ...label('own'), serviceDefined: true }] },
  { name: 'visited', properties: [label('page')] },
  { name: 'without' },
];

async function anAccount(eventDefinitions: Events, surface = 'dated') {
  const service = await startService({ rateLimit: false, seed: { accounts: [{ hubId: 1001, eventDefinitions }] } });
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token', TRUEUP_SURFACE: surface };
  const shell = await aShell({ env });
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  let seen = 0;
  /** Of events, since the last time. */
  const called = async () => {
    const all = (await service.calls()).map(({ endpoint }) => endpoint ?? '');
    const fresh = all.slice(seen).filter((endpoint) => endpoint === LIST || endpoint === READ);
    seen = all.length;
    return fresh;
  };
  return { service, shell, called };
}

async function pulled(shell: Shell, ...words: readonly string[]) {
  const { code, document } = await shell.json('pull', ...words);
  const { taken, left, unread, complete, unrecorded } = Object(document);
  const named = (some: readonly { readonly address: string }[]) =>
    some.map(({ address }) => address).filter((one) => one.startsWith(KIND));
  const isUnread = (unread as { kind: string }[]).some(({ kind }) => kind === KIND);
  return { code, complete, isUnread, unrecorded, taken: named(taken), left: named(left) };
}

async function filesIn({ cwd }: Shell): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(cwd, { recursive: true })).filter((name) => /\.(yaml|json)$/.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(cwd, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
}

const TAKEN = [`${KIND}:signed_up/plan`, `${KIND}:visited/page`];

test('one read pulls the properties of undeclared events, and a second pull changes nothing', async () => {
  const { shell, called } = await anAccount(TWO);
  expect(await pulled(shell)).toMatchObject({
    ...{ code: 0, complete: true, isUnread: false },
    ...{ taken: TAKEN, left: [`${KIND}:signed_up/own`] },
  });
  expect(await called()).toEqual([LIST]);
  const { document } = await shell.json('plan');
  expect(Object(document).summary).toMatchObject({ create: 0, update: 0, remove: 0, forget: 0, keep: 2 });

  await called();
  const files = await filesIn(shell);
  expect(await pulled(shell)).toMatchObject({ code: 0, taken: [], unrecorded: [], isUnread: false });
  expect(await filesIn(shell)).toEqual(files);
  // Each declared event is read separately, and nothing else is read.
  expect((await called()).sort()).toEqual([LIST, READ, READ]);
});

test('each page of a long list is read once', async () => {
  const many = Array.from({ length: 230 }, (_, index) => ({
    ...{ name: `event_${String(index).padStart(3, '0')}`, properties: [label('at')] },
  }));
  const { shell, called } = await anAccount(many);
  const { code, taken } = await pulled(shell, KIND);
  expect({ code, taken }).toEqual({ code: 0, taken: many.map(({ name }) => `${KIND}:${name}/at`) });
  expect(await called()).toEqual([LIST, LIST, LIST]);
});

test('a pull with a token that cannot read events continues and reports the unread kind', async () => {
  const { service, shell } = await anAccount(TWO);
  service.faults.add({ do: 'status', status: 403, endpoint: LIST, times: 'always' });
  expect(await pulled(shell)).toMatchObject({ code: 0, complete: true, isUnread: true, taken: [] });
  const { document } = await shell.json('list', '--undeclared');
  expect(Object(document)).toMatchObject({ complete: true, findings: [] });
});

test('a failed page makes the pull incomplete, and no event of the list is pulled', async () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ name: `event_${index}`, properties: [label('at')] }));
  const { service, shell } = await anAccount(many);
  service.faults.add({ do: 'status', status: 409, endpoint: LIST, nth: 2, times: 'always' });
  expect(await pulled(shell)).toMatchObject({ code: 1, complete: false, isUnread: true, taken: [] });
});

test.each(['signed_up', 'pe1001_signed_up'])(
  'an event that the files call %s is read only by this name',
  async (name) => {
    const { shell, called } = await anAccount(TWO);
    await shell.write('trueup.yaml', `version: 1\neventDefinitions: { ${name}: { properties: {} } }\n`);
    expect((await pulled(shell)).taken).toEqual([`${KIND}:${name}/plan`, `${KIND}:visited/page`]);
    expect(await called()).toEqual([READ, LIST]);
  },
);

test('the event list is read only if the pull includes undeclared events', async () => {
  const { shell, called } = await anAccount(TWO);
  for (const words of [['property'], ['--object', 'contacts'], ['--drift'], [`${KIND}:visited/*`]]) {
    await pulled(shell, ...words, '--dry-run');
    expect(await called(), words.join(' ')).not.toContain(LIST);
  }
  expect((await pulled(shell, `${KIND}:*/p*`, '--dry-run')).taken).toEqual(TAKEN);
  const documented = await anAccount(TWO, 'documented');
  await pulled(documented.shell, '--dry-run');
  expect(await documented.called()).toEqual([]);
});

test('only list --undeclared reads the event list', async () => {
  const { shell, called } = await anAccount(TWO);
  const listed = async (...words: readonly string[]) => {
    const { document } = await shell.json('list', ...words);
    const { kinds, resources } = Object(document);
    const kind = (kinds as { kind: string; reason?: string }[]).find((one) => one.kind === KIND);
    const addresses = (resources as { address: string }[]).map(({ address }) => address);
    return { reason: kind?.reason, addresses: addresses.filter((one) => one.startsWith(KIND)) };
  };
  expect(await listed('--undeclared')).toEqual({ reason: undefined, addresses: TAKEN });
  expect(await called()).toEqual([LIST]);
  expect(await listed()).toEqual({ reason: expect.stringContaining('Only events that'), addresses: [] });
  await listed('property', '--undeclared');
  await listed('--object', 'contacts', '--undeclared');
  expect(await called()).toEqual([]);
});
