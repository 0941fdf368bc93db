import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { projectText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

const TIER = 'property:contacts/loyaltytier';
let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
});

// biome-ignore lint/suspicious/noExplicitAny: a plan file as an editor sees it.
type Edited = any;

/** Edits the saved plan between the review and apply. */
async function edit(change: (plan: Edited) => void, file = 'plan.json'): Promise<void> {
  const plan = JSON.parse(await readFile(join(shell.cwd, file), 'utf8'));
  change(plan);
  await shell.write(file, JSON.stringify(plan));
}

const call = (plan: Edited, endpoint: string) => plan.calls.find((one: Edited) => one.endpoint === endpoint);
const writes = async () => (await service.calls()).filter(({ method }) => method !== 'GET');

describe('the step after plan -o', () => {
  test('prints the digest of the plan and a command that works', async () => {
    const { stdout, stderr } = await shell.run('plan', '-o', 'plan.json');
    const digest = /Digest: ([0-9a-f]{20})/.exec(stderr)?.[1] ?? '';
    expect(stdout.split('\n').at(-2)).toBe(`  trueup apply plan.json --digest ${digest}`);
    const applied = await shell.run('apply', 'plan.json', '--digest', digest, '--quiet');
    expect(applied).toEqual({ code: 0, stdout: '5 applied.\n', stderr: '' });
  });

  test('names it for the rest of a plan with something blocked too', async () => {
    await shell.run('apply', '--auto-approve');
    await shell.write('trueup.yaml', projectText(service.url, { label: 'Tier', active: false }));
    const { stdout } = await shell.run('plan', '-o', 'plan.json');
    const [, ...words] = stdout.split('\n').at(-2)?.trim().split(' ') ?? [];
    expect(words.slice(0, 4)).toEqual(['apply', 'plan.json', '--skip-blocked', '--digest']);
    const applied = await shell.run(...words, '--quiet');
    expect(applied).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\n1 applied, 1 left out\.\n$/),
      stderr: '',
    });
  });

  test('does not take another plan that was saved to the same file meanwhile', async () => {
    const shown = await shell.run('plan', '-o', 'plan.json');
    const [, ...words] = shown.stdout.split('\n').at(-2)?.trim().split(' ') ?? [];
    await shell.write('trueup.yaml', projectText(service.url, { label: 'Another' }));
    await shell.run('plan', '-o', 'plan.json');
    const { code, stderr } = await shell.run(...words);
    expect([code, stderr]).toEqual([6, expect.stringContaining('[plan-differs]')]);
    expect(await writes()).toEqual([]);
  });
});

test('flags that a saved plan ignores are refused together with the correct command', async () => {
  await shell.run('plan', '-o', 'plan.json');
  const flags = ['--target', TIER, '--allow', `option-removal=${TIER}`, '--overwrite', TIER];
  const { code, stderr } = await shell.run('apply', 'plan.json', ...flags);
  expect([code, stderr]).toEqual([
    1,
    'error: A saved plan is applied as it is, so it cannot be combined with --target, --allow, --overwrite. [saved-plan-flags]\n' +
      `help:  Create a plan with these flags, review it, and apply that plan:\n       trueup plan ${flags.join(' ')} -o plan.json\n`,
  ]);
  expect(await writes()).toEqual([]);
});

test('a configuration in place of a plan gets a hint, a short digest is invalid', async () => {
  expect((await shell.run('apply', 'trueup.yaml')).stderr).toMatch(
    /^error: The plan file is not JSON\. .*\nhelp: {2}Pass a configuration with -f:\n {7}trueup apply -f trueup\.yaml\n$/,
  );
  const { code, stderr } = await shell.run('apply', '--digest', 'abcd');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: .*'abcd' is invalid.*plan digest.* \[usage\]\n/)]);
});

describe('a saved plan is refused when', () => {
  test.each<[string, (plan: Edited) => void]>([
    ['a call sends another value than its change shows', (plan) => (call(plan, 'createProperty').body.label = 'Mine')],
    [
      'a call goes to another place',
      (plan) => {
        call(plan, 'createGroup').params.object_type = 'companies';
        call(plan, 'createGroup').path = '/properties/v2/companies/groups';
      },
    ],
    ['a call is missing', (plan) => (plan.calls = plan.calls.slice(0, -1))],
    ['a call was added', (plan) => plan.calls.push({ ...call(plan, 'createGroup'), id: 'c9', after: [] })],
    ['a call no longer waits for another', (plan) => (call(plan, 'createSubscription').after = [])],
    [
      'a call would record what it does not send',
      (plan) => (call(plan, 'createProperty').records[TIER].label = 'Mine'),
    ],
    ['a change shows another value than its call sends', (plan) => (plan.changes[1].fields[0].after = 'Mine')],
    [
      'change and call were edited alike, away from the files',
      (plan) => {
        const property = plan.changes.find(({ address }: Edited) => address === TIER);
        property.fields.find(({ field }: Edited) => field === 'label').after = 'Mine';
        const create = call(plan, 'createProperty');
        create.body.label = 'Mine';
        create.expects[TIER].label = 'Mine';
        create.records[TIER].label = 'Mine';
      },
    ],
    ['a change was taken out', (plan) => (plan.changes = plan.changes.slice(1))],
    [
      'something is to be recorded that nobody saw',
      (plan) => plan.adopt.push({ address: TIER, kind: 'property', fields: { label: 'Mine' } }),
    ],
    ['its counts were edited', (plan) => (plan.summary.destructive = 3)],
  ])('%s', async (_, change) => {
    await shell.run('plan', '-o', 'plan.json');
    await edit(change);
    const { code, stderr } = await shell.run('apply', 'plan.json');
    expect([code, stderr]).toEqual([3, expect.stringContaining('error[plan-altered]')]);
    expect(stderr.split('Create a new plan, review it, and apply the new plan.')).toHaveLength(2);
    // The error does not repeat the finding.
    expect(stderr).toMatch(/\nerror: Refused before any write\. \[refused\]\n$/);
    expect(await writes()).toEqual([]);
  });

  test('a rule of the house became stricter since', async () => {
    await shell.run('plan', '-o', 'plan.json');
    await shell.write('trueup.yaml', `${projectText(service.url)}policy: { rules: { description-required: error } }\n`);
    const { code, stderr } = await shell.run('apply', 'plan.json');
    expect([code, stderr]).toEqual([3, expect.stringContaining('error[description-required]')]);
    expect(await writes()).toEqual([]);
  });

  test('it reverts a run and its call puts back something else', async () => {
    await shell.run('apply', '--auto-approve');
    await shell.write('trueup.yaml', projectText(service.url, { label: 'Tier' }));
    await shell.run('apply', '--auto-approve');
    await shell.run('revert', '-o', 'revert.json');
    const before = await writes();
    await edit((plan) => (plan.calls[0].body.label = 'Mine'), 'revert.json');
    const altered = await shell.run('apply', 'revert.json');
    expect([altered.code, altered.stderr]).toEqual([3, expect.stringContaining('error[plan-altered]')]);
    expect(await writes()).toEqual(before);
    await edit((plan) => (plan.calls[0].body.label = 'Loyalty tier'), 'revert.json');
    expect(await shell.run('apply', 'revert.json', '--quiet')).toEqual({ code: 0, stdout: '1 applied.\n', stderr: '' });
  });
});

test('a saved plan stays valid after moved lines, a new consent and an unrelated edit', async () => {
  await shell.run('apply', '--auto-approve');
  await shell.write('trueup.yaml', projectText(service.url, { options: ['gold'] }));
  await shell.run('plan', '-o', 'plan.json', '--allow', `option-removal=${TIER}`);
  await shell.write(
    'trueup.yaml',
    `# one line more\n${projectText(service.url, { options: ['gold'] })}policy: { allow: [] }\n`,
  );
  expect(await shell.run('apply', 'plan.json', '--quiet')).toEqual({ code: 0, stdout: '1 applied.\n', stderr: '' });
});

test('a saved plan overwrites held drift that it was made to overwrite', async () => {
  const text = projectText(service.url).replace('    protected: false\n', '    drift: hold\n');
  await shell.write('trueup.yaml', text);
  await shell.run('apply', '--auto-approve');
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'By hand' });
  await shell.run('plan', '-o', 'plan.json', '--overwrite', TIER);
  expect(await shell.run('apply', 'plan.json', '--quiet')).toEqual({ code: 0, stdout: '1 applied.\n', stderr: '' });
});

test('a plan file with edited times is refused', async () => {
  await shell.run('plan', '-o', 'plan.json');
  const later = new Date(Date.now() + 48 * 60 * 60 * 1000).toISOString();
  for (const [times, exit, finding] of [
    [{ expiresAt: later }, 3, 'error[plan-altered]'],
    [{ createdAt: later }, 3, 'error[plan-altered]'],
    [{ expiresAt: 'never' }, 1, '[plan-file-invalid]'],
  ] as const) {
    await edit((plan) => Object.assign(plan, times));
    const { code, stderr } = await shell.run('apply', 'plan.json');
    expect([code, stderr]).toEqual([exit, expect.stringContaining(finding)]);
    await shell.run('plan', '-o', 'plan.json');
  }
  expect(await writes()).toEqual([]);
});

test('a plan file that an editor saved with a byte order mark is applied', async () => {
  await shell.run('plan', '-o', 'plan.json');
  await shell.write('plan.json', `\ufeff${await readFile(join(shell.cwd, 'plan.json'), 'utf8')}`);
  expect(await shell.run('apply', 'plan.json', '--quiet')).toEqual({ code: 0, stdout: '5 applied.\n', stderr: '' });
});
