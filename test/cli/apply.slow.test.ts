import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectText, TOKEN } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';
import { faults } from '../support/schemas.ts';
import { aShell } from '../support/world.ts';

const TIER = 'property:contacts/loyaltytier';
let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
});

test('a plan shows the changes, apply makes them, and the next plan is empty', async () => {
  const planned = await shell.run('plan', '--detailed-exitcode');
  expect(planned.code).toBe(2);
  expect(planned.stdout).toContain('5 to create.');
  const applied = await shell.run('apply', '--auto-approve', '--quiet');
  expect(applied).toEqual({ code: 0, stdout: '5 applied.\n', stderr: '' });
  const again = await shell.run('plan', '--detailed-exitcode', '--quiet');
  expect(again).toEqual({ code: 0, stdout: 'Nothing to do.\n', stderr: '' });
});

test('apply exits with 3 and changes nothing if approval is missing', async () => {
  const before = await service.snapshot(1001);
  const { code, stderr } = await shell.run('apply');
  expect(code).toBe(3);
  expect(stderr).toContain('Apply a saved plan, or add --auto-approve.');
  expect(await service.snapshot(1001)).toEqual(before);
});

test('a saved plan is private, is applied as it stands, and is stale afterwards', async () => {
  const saved = await shell.run('plan', '-o', 'plan.json');
  expect(saved.stderr).toMatch(/^Saved to plan\.json, valid until /);
  expect((await stat(join(shell.cwd, 'plan.json'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(shell.cwd, 'plan.json'), 'utf8')).not.toContain('trueup-dev-token');
  expect((await shell.run('apply', 'plan.json')).code).toBe(0);
  const again = await shell.run('apply', 'plan.json');
  expect(again.code).toBe(6);
  expect(again.stdout).toMatch(/^Plan for \S+ \(account 1001, http:\S+\)\nLedger: /);
  expect(again.stderr).toContain('Review a new plan before you apply it.');
});

test('refuses to save a plan over a file of another format', async () => {
  const before = await readFile(join(shell.cwd, 'trueup.yaml'), 'utf8');
  const { code, stderr } = await shell.run('plan', '-o', 'trueup.yaml');
  expect(code).toBe(1);
  expect(stderr).toContain('[not-a-plan]');
  expect(await readFile(join(shell.cwd, 'trueup.yaml'), 'utf8')).toBe(before);
  await shell.run('plan', '-o', 'plan.json');
  expect((await shell.run('plan', '-o', 'plan.json')).code).toBe(0);
});

test('a removed option is blocked until a consent names exactly this option list', async () => {
  await shell.run('apply', '--auto-approve');
  await shell.write('trueup.yaml', projectText(service.url, { options: ['gold'] }));
  const blocked = await shell.run('plan');
  expect(blocked.code).toBe(0);
  expect(blocked.stdout).toContain('- silver  "silver"');
  expect(blocked.stdout).toContain(`Allow it in a new plan with --allow option-removal=${TIER}`);
  const refused = await shell.run('apply', '--auto-approve');
  expect(refused.code).toBe(3);
  const allowed = await shell.run('apply', '--auto-approve', '--quiet', '--allow', `option-removal=${TIER}`);
  expect(allowed).toEqual({ code: 0, stdout: '1 applied.\n', stderr: '' });
});

test('--skip-blocked leaves out the blocked changes and applies the rest', async () => {
  await shell.run('apply', '--auto-approve');
  await shell.write('trueup.yaml', projectText(service.url, { label: 'Tier', active: false }));
  expect((await shell.run('apply', '--auto-approve')).code).toBe(3);
  const applied = await shell.run('apply', '--auto-approve', '--skip-blocked', '--quiet');
  const subscription = 'webhook-subscription:2001/contact.propertyChange/loyaltytier';
  const reason = 'The interface has no update for subscriptions.';
  const stdout = `  ! left out  ${subscription}\n      ${reason}\n1 applied, 1 left out.\n`;
  expect(applied).toEqual({ code: 0, stdout, stderr: '' });
  const only = await shell.json('apply', '--skip-blocked');
  expect(only).toMatchObject({
    code: 3,
    document: { outcomes: [], leftOut: [{ address: subscription, because: 'no-endpoint', reason }] },
  });
  expect(await faults('outcome.schema.json', only.document)).toEqual([]);
  const markdown = await shell.run('apply', '--skip-blocked', '--format', 'markdown');
  expect(markdown.stdout).toContain(`- **left out** \`${subscription}\`: ${reason}`);
  expect((await shell.run('apply', '--skip-blocked', '--format', 'html')).stdout).toContain(`<p>${reason}</p>`);
});

test('plan and apply advise adopt for an update that no call can make', async () => {
  await shell.run('apply', '--auto-approve');
  await shell.write('trueup.yaml', projectText(service.url, { active: false }));
  const subscription = 'webhook-subscription:2001/contact.propertyChange/loyaltytier';
  const record = ['ledger', 'adopt', subscription, '--overwrite'];
  const planned = await shell.run('plan');
  expect(planned.stdout).toContain(
    `help: Once it is changed there, record it:\n            trueup ${record.join(' ')}\n`,
  );
  const refused = await shell.run('apply', '--auto-approve');
  expect(refused.stdout).toContain(`record it:\n            trueup ${record.join(' ')}\n`);
  expect(refused.stderr).toBe('error: Refused before any write: the plan above shows why, and what to do. [refused]\n');
  expect((await shell.run(...record)).code).toBe(0);
  expect((await shell.run('plan', '--quiet')).stdout).toBe('Nothing to do.\n');
});

test('an apply with --skip-blocked reports the skipped changes instead of a refusal', async () => {
  await shell.run('apply', '--auto-approve');
  await shell.write('trueup.yaml', projectText(service.url, { label: 'Tier', active: false }));
  const applied = await shell.run('apply', '--auto-approve', '--skip-blocked');
  expect(applied).toMatchObject({ code: 0, stdout: expect.stringContaining('\n1 applied, 1 left out. ') });
  expect(applied.stdout).toContain('\nLeft out with --skip-blocked: 1 blocked change.\n');
  expect(applied.stdout).not.toContain('refuse');
  const nothing = await shell.run('apply', '--auto-approve', '--skip-blocked');
  expect(nothing.code).toBe(3);
  expect(nothing.stdout).toMatch(/\n1 left out\. .*\nNothing was applied: every change is blocked\.\n$/);
  expect(nothing.stdout).not.toContain('refuse');
});

test('a plan that apply will refuse ends with this warning and exit code 3', async () => {
  await shell.run('apply', '--auto-approve');
  await shell.write('trueup.yaml', projectText(service.url, { label: 'Tier', active: false }));
  const { code, stdout } = await shell.run('plan', '--detailed-exitcode');
  expect(code).toBe(3);
  expect(stdout).toContain('\nApply will refuse this plan: 1 change blocked.\n\nNext,');
  expect((await shell.run('plan')).code).toBe(0);
});

test('the first apply on a complete account records it without writes', async () => {
  await shell.run('apply', '--auto-approve');
  const text = projectText(service.url).split('\nwebhooks:')[0] ?? '';
  const fresh = ['--ledger', 'fresh'];
  // A group cannot be read whole, so a project that only refers to one is all in sync.
  await shell.write('trueup.yaml', `${text.replace('        displayName: Loyalty programme\n', '')}\n`);
  const before = (await service.calls()).length;
  const planned = await shell.run('plan', '--detailed-exitcode', ...fresh);
  expect(planned.code).toBe(0);
  expect(planned.stdout).toContain('Nothing to change: 1 unchanged.');
  expect(planned.stdout).toContain('Apply records 1 resource already in sync, without any calls.');
  expect(await shell.run('plan', '--quiet', ...fresh)).toMatchObject({ stdout: 'Nothing to change, 1 to record.\n' });
  const applied = await shell.run('apply', ...fresh);
  expect(applied.code).toBe(0);
  expect(applied.stdout).not.toContain('Next,');
  expect(applied.stdout).toMatch(
    /\n1 recorded\. 0 writes .*\n1 resource already in sync is now recorded in the ledger; that took no calls\.\n$/,
  );
  expect((await service.calls()).slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
  expect((await shell.run('plan', '--quiet', ...fresh)).stdout).toBe('Nothing to do.\n');
});

test('a summary is text: with another form it is refused', async () => {
  const summary = await shell.run('plan', '--summary');
  expect(summary.stdout.match(/^ {2}\+ create .*$/gm)).toHaveLength(5);
  expect((await shell.run('plan', '--summary', '--json')).code).toBe(1);
});

test('a protected account wants its id', async () => {
  await shell.write('trueup.yaml', projectText(service.url, { isProtected: true }));
  const unasked = await shell.run('apply');
  expect([unasked.code, unasked.stderr]).toEqual([
    3,
    expect.stringContaining('\n       trueup plan -o trueup.plan.json\n'),
  ]);
  expect(unasked.stderr).not.toContain('1001');
  const other = await shell.run('apply', '--confirm', '1002');
  expect([other.code, other.stderr]).toEqual([
    3,
    expect.stringContaining('The confirmed account id 1002 is not the id of sandbox (1001).'),
  ]);
  expect((await shell.run('apply', '--auto-approve')).code).toBe(3);
  expect((await shell.run('apply', '--auto-approve', '--confirm', '1002')).code).toBe(3);
  expect((await shell.run('apply', '--auto-approve', '--confirm', '1001', '--quiet')).code).toBe(0);
});

test('a token of another account is refused with 3', async () => {
  await shell.write('trueup.yaml', projectText(service.url, { hubId: 7007 }));
  const { code, stderr } = await shell.run('plan');
  expect(code).toBe(3);
  expect(stderr).toContain('[wrong-account]');
});

test('an unknown token is reported with the host and the variable of the token', async () => {
  const lost = await aShell({ env: { TRUEUP_SURFACE: 'documented', SANDBOX_TOKEN: 'of-yesterday' } });
  await lost.write('trueup.yaml', projectText(service.url));
  const error = `error: The service at ${service.url} does not know the access token in SANDBOX_TOKEN. [token-unknown]\n`;
  for (const words of [['plan'], ['auth', 'status']]) {
    const { code, stderr } = await lost.run(...words);
    expect([code, stderr.startsWith(error), stderr.includes('of-yesterday')]).toEqual([1, true, false]);
  }
  const bare = await aShell({
    env: { TRUEUP_SURFACE: 'documented', TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'of-yesterday' },
  });
  await bare.write('trueup.yaml', 'version: 1\n');
  expect((await bare.run('plan')).stderr).toContain('does not know the access token in TRUEUP_ACCESS_TOKEN.');
});

test('a refused call ends in a partial apply that names the skipped dependents', async () => {
  service.faults.add({ do: 'status', endpoint: 'createGroup', status: 400, times: 'always' });
  const { code, stdout } = await shell.run('apply', '--auto-approve', '--quiet');
  expect(code).toBe(4);
  // Quiet omits successful changes.
  expect(stdout.split('\n').filter((line) => /^ {2}\S/.test(line))).toEqual([
    expect.stringMatching(/^ {2}\S failed {4}create {2}property-group:contacts\/loyalty/),
    expect.stringMatching(/^ {2}\S skipped {3}create {2}property:contacts\/loyaltytier/),
    expect.stringMatching(/^ {2}\S skipped {3}create {2}webhook-subscription:2001/),
  ]);
  expect(stdout).toMatch(/\n2 applied, 2 skipped, 1 failed\.\n$/);
});

test('an apply of which every write was refused is an error, not partly applied', async () => {
  for (const endpoint of ['createGroup', 'createEventProperty', 'updateAssociationLimits'] as const) {
    service.faults.add({ do: 'status', endpoint, status: 400, times: 'always' });
  }
  const { code, document } = await shell.json('apply', '--auto-approve');
  expect([code, document]).toEqual([1, expect.objectContaining({ changed: false })]);
});

test('a lost reply of a call without retry is uncertain until a user settles it', async () => {
  service.faults.add({ do: 'drop-after', endpoint: 'createSubscription', times: 'always' });
  const { code, stdout } = await shell.run('apply', '--auto-approve');
  expect(code).toBe(5);
  const address = 'webhook-subscription:2001/contact.propertyChange/loyaltytier';
  expect(stdout).toContain(`trueup ledger settle ${address} --as applied`);
  const blocked = await shell.run('plan');
  expect(blocked.stdout).toContain('! blocked webhook-subscription:2001');
  expect((await shell.run('ledger', 'settle', address, '--as', 'applied')).code).toBe(0);
  const after = await shell.run('plan', '--quiet');
  expect(after).toEqual({ code: 0, stdout: 'Nothing to do.\n', stderr: '' });
});

test('drift is found, named and graded', async () => {
  await shell.run('apply', '--auto-approve');
  expect((await shell.run('drift', '--quiet')).code).toBe(0);
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'Moved' });
  const { code, stdout } = await shell.run('drift');
  expect(code).toBe(2);
  expect(stdout).toContain('label  "Loyalty tier" -> "Moved"');
  const plan = await shell.run('plan');
  expect(plan.stdout).toContain('[last changed by ');
});

test('an option of another user is listed as foreign and does not count as drift', async () => {
  await shell.run('apply', '--auto-approve');
  const [property] = ((await service.snapshot(1001)).properties['contacts'] ?? []).filter(
    ({ name }) => name === 'loyaltytier',
  );
  const theirs = { value: 'vip', label: 'VIP', displayOrder: 9, hidden: false, description: '' };
  const options = [...(property?.options ?? []), theirs];
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { options });
  const foreign = [{ value: 'vip', label: 'VIP' }];

  expect((await shell.run('plan')).stdout).not.toContain('vip');
  expect((await shell.run('plan', '--verbose')).stdout).toContain('      1 kept, not declared: vip\n');
  const { document: plan } = await shell.json('plan', '--verbose');
  expect(plan).toMatchObject({
    changes: expect.arrayContaining([expect.objectContaining({ address: TIER, foreign })]),
  });
  expect(await faults('plan.schema.json', plan)).toEqual([]);

  const { code, stdout } = await shell.run('drift');
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`\n {6}${TIER}  last applied .*\n {8}1 kept, not declared: vip\n`));
  expect(stdout).toMatch(/No drift seen: \d+ in sync, 4 not verifiable, 1 with additions by other users\.\n$/);
  const { document: drift } = await shell.json('drift');
  expect(drift).toMatchObject({ summary: { drifted: 0, foreign: 1 } });
  expect(await faults('drift.schema.json', drift)).toEqual([]);
  expect((await shell.run('drift', '--format', 'markdown')).stdout).toContain(`- \`${TIER}\`: \`vip\``);
  expect((await shell.run('drift', '--format', 'html')).stdout).toContain('Kept, not declared: <code>vip</code> VIP');
});

test('the ledger is listed, shown and forgotten by address', async () => {
  await shell.run('apply', '--auto-approve');
  const listed = await shell.run('ledger', 'list');
  expect(listed.stdout).toContain('5 records, 0 unsettled intentions.');
  const shown = await shell.run('ledger', 'show', TIER);
  expect(shown.stdout).toContain('label      "Loyalty tier"');
  const forgotten = await shell.run('ledger', 'forget', TIER);
  expect(forgotten.stdout).toBe(
    `Forgot ${TIER}. The files declare it, so the next plan compares the declaration with the account.\n`,
  );
  expect((await shell.run('ledger', 'show', TIER)).code).toBe(1);
  expect((await shell.run('ledger', 'adopt', TIER)).code).toBe(0);
});

test('commands to type next are typed the way the program was started', async () => {
  const step = async (env: Readonly<Record<string, string>>) => {
    const started = await aShell({ env: { ...TOKEN, ...env } });
    await started.write('trueup.yaml', projectText(service.url));
    return (await started.run('plan')).stdout.split('\n').at(-2);
  };
  expect([await step({}), await step({ npm_command: 'exec' })]).toEqual(['  trueup apply', '  npx trueup apply']);
});

test('progress is drawn on a terminal that can take it back, and on no other', async () => {
  const drawn = async (env: Readonly<Record<string, string>>) => {
    const seen = await aShell({ env: { ...TOKEN, ...env }, terminal: { question: 'nothing', keys: '' } });
    await seen.write('trueup.yaml', projectText(service.url));
    return (await seen.run('plan')).stderr.includes('\u001b[');
  };
  expect([await drawn({}), await drawn({ TERM: 'dumb' })]).toEqual([true, false]);
});

test('on a terminal apply asks, and no is an answer', async () => {
  const refusing = await aShell({ env: TOKEN, terminal: { question: 'Apply these changes to sandbox?', keys: 'n\r' } });
  await refusing.write('trueup.yaml', projectText(service.url));
  const refused = await refusing.run('apply');
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain('Nothing was changed.');
  expect((await service.calls()).filter(({ method }) => method !== 'GET')).toEqual([]);
  const agreeing = await aShell({ env: TOKEN, terminal: { question: 'Apply these changes to sandbox?', keys: 'y\r' } });
  await agreeing.write('trueup.yaml', projectText(service.url));
  expect((await agreeing.run('apply')).code).toBe(0);
});

test('the question comes after the plan, also with --quiet and in Markdown', async () => {
  for (const flags of [['--quiet'], ['--format', 'markdown']]) {
    const refusing = await aShell({
      env: TOKEN,
      terminal: { question: 'Apply these changes to sandbox?', keys: 'n\r' },
    });
    await refusing.write('trueup.yaml', projectText(service.url));
    const { stderr } = await refusing.run('apply', ...flags);
    expect(stderr.indexOf('Plan for sandbox')).toBeGreaterThan(-1);
    expect(stderr.indexOf('Plan for sandbox')).toBeLessThan(stderr.indexOf('Apply these changes to sandbox?'));
  }
});

test('Ctrl-C at the question is an interruption, not an answer', async () => {
  const leaving = await aShell({
    env: TOKEN,
    terminal: { question: 'Apply these changes to sandbox?', keys: '\u0003' },
  });
  await leaving.write('trueup.yaml', projectText(service.url));
  const { code, stderr } = await leaving.run('apply');
  expect(code).toBe(130);
  expect(stderr).toContain('Nothing was changed.');
  expect((await service.calls()).filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a destructive apply asks the user to type the account id', async () => {
  const typing = await aShell({ env: TOKEN, terminal: { question: 'Type the account id (1001)', keys: '1001\r' } });
  await typing.write('trueup.yaml', projectText(service.url));
  await typing.run('apply', '--auto-approve');
  await typing.write('trueup.yaml', projectText(service.url, { options: ['gold'] }));
  expect((await typing.run('plan', '--quiet', '--allow', `option-removal=${TIER}`)).stdout).toContain(
    ' 1 destructive.',
  );
  const { code, stderr } = await typing.run('apply', '--allow', `option-removal=${TIER}`);
  expect(code).toBe(0);
  expect(stderr).toContain('The plan has destructive changes.');
});

test('an interrupted apply stops in order, and the next one finishes it', async () => {
  let stop: () => void = () => undefined;
  const interrupted = await aShell({
    env: TOKEN,
    signals: (deliver) => {
      stop = () => deliver('SIGINT');
    },
  });
  await interrupted.write('trueup.yaml', projectText(service.url));
  service.faults.add({ do: 'latency', endpoint: 'createGroup', ms: 300 });
  const running = interrupted.run('apply', '--auto-approve', '--verbose', '--concurrency', '1');
  while ((await service.calls()).every(({ endpoint }) => endpoint !== 'createGroup')) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  stop();
  const { code, stderr } = await running;
  expect(code).toBe(130);
  expect(stderr).toContain('Stopping; interrupt again to stop immediately.');
  expect((await interrupted.run('apply', '--auto-approve')).code).toBe(0);
  expect((await interrupted.run('plan', '--quiet')).stdout).toBe('Nothing to do.\n');
});

test('verbose writes each exchange on stderr, and no token', async () => {
  const { stderr } = await shell.run('plan', '--verbose');
  expect(stderr).toMatch(/^GET \/properties\/v2\/contacts\/properties 200 \d+ ms$/m);
  expect(stderr).not.toContain('trueup-dev-token');
});

test('--digest applies the reviewed plan and refuses every other plan as stale', async () => {
  await shell.write('trueup.yaml', projectText(service.url, { isProtected: true }));
  const digest = /Digest: ([0-9a-f]{20})/.exec((await shell.run('plan', '-o', 'plan.json')).stderr)?.[1] ?? '';
  await service.admin(1001).addGroup('contacts', { name: 'other', displayName: 'Of no concern' });
  await shell.write(
    'trueup.yaml',
    `# one line more\n${projectText(service.url, { isProtected: true, label: 'Tier' })}`,
  );
  const stale = await shell.run('apply', '--digest', digest);
  expect([stale.code, stale.stderr]).toEqual([6, expect.stringContaining('[plan-differs]')]);
  expect((await service.calls()).filter(({ method }) => method !== 'GET')).toEqual([]);
  await shell.write('trueup.yaml', `# one line more\n${projectText(service.url, { isProtected: true })}`);
  expect((await shell.run('apply', '--digest', digest, '--quiet')).stdout).toBe('5 applied.\n');
});

test('--digest also applies the rest after an interrupted run', async () => {
  const digest = /Digest: ([0-9a-f]{20})/.exec((await shell.run('plan', '-o', 'plan.json')).stderr)?.[1] ?? '';
  service.faults.add({ do: 'status', endpoint: 'createProperty', status: 400 });
  const partly = await shell.run('apply', '--digest', digest, '--quiet');
  expect([partly.code, partly.stdout]).toEqual([4, expect.stringMatching(/\n3 applied, 1 skipped, 1 failed\.\n$/)]);
  const rest = await shell.run('apply', '--digest', digest, '--quiet');
  expect([rest.code, rest.stdout]).toEqual([0, '2 applied.\n']);
});
