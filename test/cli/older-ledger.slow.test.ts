import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

const LEDGER = join('.trueup', 'sandbox.ledger.json');
const SUBSCRIPTION = 'webhook-subscription:2001/contact.creation';
let service: Sandbox['service'];
let shell: Sandbox['shell'];
/** The ledger before the run that made the subscription. */
/** Subscriptions are in the ledger of their app. */
const OF_APP = '.trueup/app@2001.ledger.json';
let older: string;

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
  const text = projectText(service.url);
  await shell.write('trueup.yaml', text);
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  older = await readFile(join(shell.cwd, OF_APP), 'utf8');
  const more = '    subscriptions:\n      - { eventType: contact.creation, active: true }';
  await shell.write('trueup.yaml', text.replace('    subscriptions:', more));
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
});

const calls = async () => (await service.calls()).length;
const subscriptions = async () => (await service.snapshot(1001)).subscriptions.map(({ eventType }) => eventType).sort();

test('a ledger from a backup is refused before any call, and repaired from its history', async () => {
  await shell.write(OF_APP, older);
  const before = await calls();
  for (const words of [
    ['plan'],
    ['apply', '--auto-approve'],
    ['drift'],
    ['revert'],
    ['ledger', 'list'],
    ['ledger', 'runs'],
  ]) {
    const ran = await shell.run(...words);
    expect([ran.code, ran.stdout]).toEqual([1, '']);
    expect(ran.stderr).toMatch(
      /The ledger is out of date, and a plan would make these calls again\. \[ledger-older-than-history\]\n/,
    );
    expect(ran.stderr).toContain('\n       trueup ledger repair\n');
  }
  const repaired = await shell.run('ledger', 'repair');
  expect(repaired).toMatchObject({ code: 0, stderr: '' });
  expect(repaired.stdout).toMatch(
    new RegExp(
      [
        `^Restored 1 call to ${OF_APP.replaceAll('.', '\\.')}\\. Nothing was sent to the account\\.`,
        '',
        '  POST /webhooks/\\S+  .*, run \\S+',
        `      ${SUBSCRIPTION}`,
        '',
        'The history does not contain .*',
        '.*older than the history itself\\.',
        '',
        'These cannot be read\\. Check the account before the next apply:',
        `  ${SUBSCRIPTION}\n$`,
      ].join('\n'),
    ),
  );
  expect(await calls()).toBe(before);
  expect((await shell.run('plan', '--quiet')).stdout).toBe('Nothing to do.\n');
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  expect(await subscriptions()).toEqual(['contact.creation', 'contact.propertyChange']);
  expect((await shell.run('ledger', 'repair')).stdout).toBe(
    `${LEDGER} is up to date with its history: nothing was restored.\n`,
  );
});

test('a ledger that is gone is refused beside its history, and repaired from it', async () => {
  for (const file of [LEDGER, OF_APP]) await rm(join(shell.cwd, file));
  const refused = await shell.run('plan');
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('[ledger-missing]');
  const { code, document } = await shell.json('ledger', 'repair');
  expect(code).toBe(0);
  expect(document).toMatchObject({ format: 'trueup.records/1', records: { length: 6 } });
  expect((await shell.run('plan', '--quiet')).stdout).toBe('Nothing to do.\n');
  expect(await subscriptions()).toEqual(['contact.creation', 'contact.propertyChange']);
});

test('each file that was written is named, and no other', async () => {
  await rm(join(shell.cwd, OF_APP));
  const onlyApp = await shell.run('ledger', 'repair');
  expect(onlyApp.stdout).toMatch(/^Restored 2 calls to \.trueup\/app@2001\.ledger\.json\. Nothing was sent/);
  for (const file of [LEDGER, OF_APP]) await rm(join(shell.cwd, file));
  const both = await shell.run('ledger', 'repair');
  expect(both.stdout.replaceAll('\n', ' ')).toMatch(
    /^Restored 6 calls to \.trueup\/sandbox\.ledger\.json and \.trueup\/app@2001\.ledger\.json\. Nothing was sent/,
  );
});

test('repair reports a missing ledger and history, and creates no files', async () => {
  await rm(join(shell.cwd, '.trueup'), { recursive: true });
  expect(await shell.run('ledger', 'repair')).toEqual({
    code: 0,
    stdout: `There is neither a ledger nor a history here: ${LEDGER}\n`,
    stderr: '',
  });
  expect(await readdir(shell.cwd)).toEqual(['trueup.yaml']);
});
