import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectText, TOKEN } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';
import { aShell } from '../support/world.ts';

const TIER = 'property:contacts/loyaltytier';
const GROUP = 'property-group:contacts/loyalty';
const LIMIT = 'association-limit:contacts/companies/SERVICE_DEFINED/279';
let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
});

const tier = async () =>
  (await service.snapshot(1001)).properties['contacts']?.find(({ name }) => name === 'loyaltytier');

async function runs(): Promise<readonly { readonly run: string; readonly changes: readonly object[] }[]> {
  const { document } = await shell.json('ledger', 'runs');
  return (document as { runs: readonly { run: string; changes: readonly object[] }[] }).runs;
}

/** Applies another label and an additional option. */
async function applyLater(): Promise<void> {
  await shell.write('trueup.yaml', projectText(service.url, { label: 'Tier', options: ['gold', 'silver', 'bronze'] }));
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
}

test('the plan of a first apply announces that revert can restore only the limit', async () => {
  const other = await aShell({ env: TOKEN });
  await other.write('trueup.yaml', projectText(service.url));
  await service.admin(1001).deleteProperty('contacts', 'loyaltytier');
  const { stdout } = await other.run('plan');
  expect(stdout).toContain(
    'After apply, revert can restore 1 of 5 changes; 4 changes stay: trueup cannot take them back.',
  );
});

test('ledger runs lists the runs and their changes, newest first', async () => {
  await applyLater();
  const listed = await runs();
  expect(listed.map(({ changes }) => changes)).toEqual(
    [
      [{ address: TIER, action: 'update' }],
      [
        { address: 'event-definition-property:order_placed/ordertotal', action: 'create' },
        { address: GROUP, action: 'create' },
        { address: LIMIT, action: 'create' },
        { address: TIER, action: 'create' },
        { address: 'webhook-subscription:2001/contact.propertyChange/loyaltytier', action: 'create' },
      ].map((change) => expect.objectContaining(change)),
    ].map((changes) => expect.arrayContaining(changes)),
  );
  const { stdout } = await shell.run('ledger', 'runs');
  expect(stdout).toMatch(
    new RegExp(
      `^${listed[0]?.run} {2}.* \\(just now\\), 1 call, token of user owner@\\S+\\n {2}~ update {2}${TIER}\\n`,
    ),
  );
  expect(listed).toMatchObject([{ by: expect.stringMatching(/^owner@/) }, { by: expect.stringMatching(/^owner@/) }]);
});

test('revert shows its plan, asks consent for removals, and restores the rest', async () => {
  await applyLater();
  const run = (await runs())[0]?.run ?? '';
  const refused = await shell.run('revert', '--auto-approve');
  expect(refused.code).toBe(3);
  expect(refused.stdout).toContain(`Plan to revert run ${run} for sandbox`);
  expect(refused.stdout).toContain('- bronze  "bronze"');
  expect(refused.stdout).toContain(`Allow it in a new plan with --allow option-removal=${TIER}`);

  await service.admin(1001).addOption('contacts', 'loyaltytier', { value: 'theirs', label: 'Theirs' });
  const done = await shell.run('revert', run.slice(0, 8), '--auto-approve', '--allow', `option-removal=${TIER}`);
  expect(done.code).toBe(0);
  expect(done.stdout).toContain('It is restored to its state before the run.');
  expect(done.stdout).toContain('so the next plan from them would make the');
  const restored = await tier();
  expect([restored?.label, restored?.options.map(({ value }) => value)]).toEqual([
    'Loyalty tier',
    ['gold', 'silver', 'theirs'],
  ]);
  const next = await shell.run('plan');
  expect(next.stdout).toContain('The file declares another value.');
});

test('a revert warns that restored options come back without their values on records', async () => {
  await applyLater();
  await shell.write('trueup.yaml', projectText(service.url, { label: 'Tier', options: ['gold'] }));
  expect((await shell.run('apply', '--auto-approve', '--allow', `option-removal=${TIER}`)).code).toBe(0);
  const emptied = async (...more: readonly string[]) => {
    const { document } = await shell.json('revert', ...more, '-o', 'back.json');
    const { findings } = Object(document) as {
      findings: readonly { code: string; severity: string; message: string }[];
    };
    return findings.filter(({ code }) => code === 'revert-empty').map(({ severity, message }) => [severity, message]);
  };
  expect(await emptied()).toEqual([
    ['warning', `The options "silver", "bronze" of ${TIER} come back without values on records.`],
  ]);
  expect(await emptied((await runs())[1]?.run ?? '')).toEqual([]);
});

test('a saved revert ignores later edits of the files, and is stale after account changes', async () => {
  await applyLater();
  const allow = ['--allow', `option-removal=${TIER}`];
  const saved = await shell.run('revert', ...allow, '-o', 'back.json');
  expect(saved.code).toBe(0);
  expect(saved.stdout).toContain('trueup apply back.json');
  expect((await tier())?.label).toBe('Tier');
  await shell.write('trueup.yaml', projectText(service.url, { label: 'Another one' }));
  expect((await shell.run('apply', 'back.json', '--quiet')).stdout).toBe('1 applied.\n');
  expect((await tier())?.label).toBe('Loyalty tier');
  await shell.run('revert', '--quiet', '-o', 'forth.json');
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { description: 'Moved.' });
  expect((await shell.run('apply', 'forth.json')).code).toBe(6);
});

test('revert keeps later edits of other users until --overwrite is given', async () => {
  await shell.write('trueup.yaml', projectText(service.url, { label: 'Tier' }));
  await shell.run('apply', '--auto-approve');
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'Theirs' });
  const left = await shell.run('revert', '--auto-approve');
  expect(left.code).toBe(0);
  expect(left.stdout).toContain(`${TIER} was changed since the run (label), so that change is kept.`);
  expect((await tier())?.label).toBe('Theirs');
  const overwritten = await shell.run('revert', '--auto-approve', '--overwrite', TIER);
  expect(overwritten.code).toBe(0);
  expect(overwritten.stdout).toContain('It was changed since the run, and is restored anyway.');
  expect((await tier())?.label).toBe('Loyalty tier');
});

test('a revert ends with the next command', async () => {
  await applyLater();
  const run = (await runs())[0]?.run ?? '';
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'Theirs' });
  const done = await shell.run('revert', '--auto-approve', '--allow', `option-removal=${TIER}`);
  expect(done.stdout).toMatch(
    /1 applied\..*\n\nNext, to see what the files would change in the account:\n {2}trueup plan\n$/s,
  );
  const nothing = await shell.run('revert', run, '--auto-approve');
  expect(nothing.stdout).toMatch(/Nothing to do: .*\n\nNext, to choose another run:\n {2}trueup ledger runs\n$/s);
});

test('the next command after a partly applied revert is the same revert', async () => {
  await applyLater();
  const run = (await runs())[0]?.run ?? '';
  service.faults.add({ do: 'status', endpoint: 'patchProperty', status: 400 });
  const failed = await shell.run('revert', '--auto-approve', '--allow', `option-removal=${TIER}`);
  expect(failed.code).not.toBe(0);
  expect(failed.stdout).toMatch(
    new RegExp(`Next, to see what remains:\\n {2}trueup revert ${run} --allow option-removal=${TIER}\\n$`),
  );
});

test('a revert of creations names the remaining resources and purges with consent', async () => {
  const blocked = await shell.run('revert', '--auto-approve');
  expect(blocked.code).toBe(3);
  expect(blocked.stdout).toContain('It did not exist before the run; deleting it requires consent.');
  const done = await shell.run(
    'revert',
    '--auto-approve',
    '--allow',
    'limit-purge=association-limit:contacts/companies/SERVICE_DEFINED/279',
  );
  expect(done.code).toBe(0);
  expect(done.stdout).toContain(`The run created it, so it stays: ${TIER}.`);
  expect(done.stdout).toContain(`It was not seen before the run, so it stays: ${GROUP}.`);
  const { limits, properties } = await service.snapshot(1001);
  expect(limits).toEqual([]);
  expect(properties['contacts']?.some(({ name }) => name === 'loyaltytier')).toBe(true);
  const again = await shell.run('revert', '--auto-approve');
  expect(again.stdout).toContain(`+ create  ${LIMIT}`);
  expect(again.stdout).toContain('The run removed it; it is set again.');
  expect((await service.snapshot(1001)).limits).toHaveLength(1);
});

test('an unknown run is an error with a remedy', async () => {
  const { code, stderr } = await shell.run('revert', 'nonsense');
  expect(code).toBe(1);
  expect(stderr).toContain('Unknown run nonsense. [run-unknown]');
  expect(stderr).toContain('help:  List the runs:\n       trueup ledger runs\n');
});

test('a damaged history stops the revert, and no apply of the files', async () => {
  const [name = ''] = (await readdir(join(shell.cwd, '.trueup'))).filter((file) => file.endsWith('.history.ndjson'));
  await shell.write('trueup.yaml', projectText(service.url, { label: 'First' }));
  await shell.run('apply', '--auto-approve');
  const text = await readFile(join(shell.cwd, '.trueup', name), 'utf8');
  expect((await shell.run('revert', '-o', 'revert.json')).code).toBe(0);
  await shell.write(join('.trueup', name), text.slice(5));
  for (const words of [
    ['revert', '--auto-approve'],
    ['apply', 'revert.json'],
    ['ledger', 'runs'],
  ]) {
    const refused = await shell.run(...words);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('is damaged at line 1. [history-damaged]');
    expect(refused.stderr).toContain('The ledger is complete without it');
  }
  expect((await shell.run('plan', '--quiet')).stdout).toBe('Nothing to do.\n');
  const unknown = 'policy: { allow: [option-removal=property:contacts/gone] }\n';
  await shell.write('trueup.yaml', `${projectText(service.url, { label: 'Tier' })}${unknown}`);
  expect((await shell.run('apply', '--auto-approve', '--quiet')).stdout).toBe('1 applied.\n');
  await shell.write('trueup.yaml', projectText(service.url, { label: 'Level' }));
  expect((await shell.run('plan', '-o', 'plan.json')).code).toBe(0);
  const applied = await shell.run('apply', 'plan.json');
  expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining('1 applied.')]);
  expect(applied.stdout).toMatch(/warning\[history-damaged\]\n.*is damaged at line 1\./);
});

test('the history holds values of the schema and no token', async () => {
  const names = (await readdir(join(shell.cwd, '.trueup'))).filter((file) => file.endsWith('.history.ndjson'));
  const texts = await Promise.all(names.map((name) => readFile(join(shell.cwd, '.trueup', name), 'utf8')));
  const text = texts.join('');
  expect(text).toContain('Loyalty tier');
  expect(text).not.toContain(TOKEN.SANDBOX_TOKEN);
});
