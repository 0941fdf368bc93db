import { expect, test } from 'vitest';
import {
  AuthError,
  ConfigError,
  LedgerError,
  StalePlanError,
  TransportError,
  UnsafePlanError,
} from '../../src/errors.ts';
import type { Finding } from '../../src/model/finding.ts';
import { EXIT, exitOfApply, exitOfDrift, exitOfError, exitOfPlan } from '../../src/report/exit.ts';
import { aChange, aDriftedResource, aDriftReport, anApplyResult, anOutcome, aPlan } from '../support/builders.ts';
import { projectText } from '../support/project.ts';
import { aShell } from '../support/world.ts';

test('every row of the table of exit codes has its cause', () => {
  expect(exitOfPlan(aPlan(), true)).toBe(EXIT.done);
  expect(exitOfPlan(aPlan({ changes: [aChange()] }), false)).toBe(EXIT.done);
  expect(exitOfPlan(aPlan({ changes: [aChange()] }), true)).toBe(EXIT.pending);
  expect(exitOfPlan(aPlan({ complete: false }), true)).toBe(EXIT.error);
  expect(exitOfDrift(aDriftReport([aDriftedResource()]))).toBe(EXIT.pending);
  expect(exitOfDrift(aDriftReport([aDriftedResource({ status: 'in-sync' })]))).toBe(EXIT.done);
  const unverifiable = (basis: 'recorded' | 'unknown') =>
    exitOfDrift(aDriftReport([aDriftedResource({ status: 'unverifiable', basis })]));
  expect([unverifiable('recorded'), unverifiable('unknown')]).toEqual([EXIT.done, EXIT.error]);
  expect(exitOfError(new ConfigError([]))).toBe(EXIT.refused);
  expect(exitOfError(new UnsafePlanError('no', []))).toBe(EXIT.refused);
  expect(exitOfError(new AuthError('wrong-account', 'no'))).toBe(EXIT.refused);
  expect(exitOfError(new AuthError('reply-of-other-account', 'no'))).toBe(EXIT.uncertain);
  expect(exitOfError(new LedgerError('foreign-ledger', 'no'))).toBe(EXIT.refused);
  expect(exitOfError(new LedgerError('ledger-torn', 'no'))).toBe(EXIT.error);
  expect(exitOfError(new AuthError('token-refused', 'no'))).toBe(EXIT.error);
  expect(exitOfError(new TransportError('lost', 'no', { sent: 'maybe' }))).toBe(EXIT.error);
  expect(exitOfError(new StalePlanError('moved', 'no'))).toBe(EXIT.stale);
  const apply = (status: 'applied' | 'failed' | 'skipped' | 'conflict' | 'uncertain', interrupted = false): number =>
    exitOfApply(anApplyResult({ outcomes: [anOutcome({ status })], interrupted }));
  expect([apply('applied'), apply('failed'), apply('skipped'), apply('conflict')]).toEqual([0, 1, 1, 1]);
  const partly = (status: 'failed' | 'skipped' | 'conflict') =>
    exitOfApply(anApplyResult({ outcomes: [anOutcome(), anOutcome({ status })] }));
  expect([partly('failed'), partly('skipped'), partly('conflict')]).toEqual([4, 4, 4]);
  expect(exitOfApply(anApplyResult({ outcomes: [anOutcome({ status: 'failed' })], changed: true }))).toBe(4);
  expect([apply('uncertain'), apply('uncertain', true)]).toEqual([5, 130]);
});

test('a wrong word gets the nearest right one and exits with 1', async () => {
  const shell = await aShell();
  expect(await shell.run('plann')).toEqual({
    code: 1,
    stdout: '',
    stderr: "error: Unknown command 'plann'. [usage]\nhelp:  Did you mean plan? All commands:\n       trueup --help\n",
  });
  expect((await shell.run('plan', '--targt', 'x')).stderr).toContain('Did you mean --target?');
  expect((await shell.run('plan', '--allow', 'everything')).code).toBe(1);
  expect((await shell.run('plan', '--target', 'loyaltytier')).stderr).toContain('property:contacts/loyaltytier');
  expect((await shell.run('plan', '--concurrency', '0')).code).toBe(1);
});

test('help goes to stdout and lists only existing commands', async () => {
  const shell = await aShell();
  const { code, stdout } = await shell.run('--help');
  expect(code).toBe(0);
  const groups = [...stdout.matchAll(/^([A-Z]\w+):\n((?: {2}.*\n)+)/gm)].map(([, heading, lines = '']) => [
    heading,
    [...lines.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name),
  ]);
  expect(Object.fromEntries(groups)).toEqual({
    Options: [],
    Start: ['init', 'doctor'],
    Change: ['plan', 'apply', 'revert'],
    Inspect: ['drift', 'list', 'compare', 'explain'],
    Files: ['validate', 'fmt', 'pull'],
    More: ['ledger', 'auth', 'timeline', 'generate', 'fleet', 'serve', 'completion', 'help'],
  });
});

test('a configuration without the right words shows the line, a caret and the nearest word', async () => {
  const shell = await aShell();
  await shell.write('trueup.yaml', 'version: 1\nobjcts:\n  contacts: {}\n');
  const { code, stdout } = await shell.run('validate');
  expect(code).toBe(3);
  expect(stdout).toContain('  2 | objcts:\n    | ^\n');
  expect(stdout).toContain('objects');
});

test('--quiet hides warnings and prints errors', async () => {
  const shell = await aShell();
  const odd = 'hs_own: { label: Own, type: string, fieldType: text }';
  await shell.write(
    'trueup.yaml',
    `version: 1\nobjcts: {}\nobjects: { contacts: { groups: { g: { displayName: G, properties: { ${odd} } } } } }\n`,
  );
  const loud = await shell.run('validate');
  const quiet = await shell.run('validate', '--quiet');
  expect(loud.stdout).toContain('warning[');
  expect(quiet.stdout).not.toContain('warning[');
  expect(quiet.stdout).toContain('unknown-key');
  expect(quiet.stdout.split('\n').at(-2)).toBe(loud.stdout.split('\n').at(-2));
});

test('a review without secrets can validate', async () => {
  const shell = await aShell();
  await shell.write('trueup.yaml', projectText('https://api.hubapi.com'));
  const { code, stdout } = await shell.run('validate');
  expect(code).toBe(0);
  expect(stdout).toContain('info[credential-unset]');
});

test('a refresh token that is not set is got by a login, and only that', async () => {
  const shell = await aShell();
  const auth = `{ clientId: id, clientSecret: "\${env.A_SECRET}", refreshToken: "\${env.A_REFRESH}" }`;
  await shell.write('trueup.yaml', `version: 1\naccounts: { production: { auth: ${auth} } }\n`);
  const { document } = await shell.json('plan');
  expect(document).toMatchObject({
    findings: [
      { code: 'credential-unset', hint: 'Set A_SECRET before the run.' },
      {
        code: 'credential-unset',
        hint: 'Set A_REFRESH before the run.',
        fix: [{ action: 'log-in', account: 'production', variable: 'A_REFRESH' }],
      },
    ],
  });
});

test('validate succeeds with unset variables and reports them as notes', async () => {
  const shell = await aShell();
  const text = `version: 1
accounts:
  default:
    hubId: \${env.NO_HUB}
    baseUrl: \${env.NO_ADDRESS}
    auth: { clientId: "\${env.NO_ID}", clientSecret: "\${env.NO_SECRET}", refreshToken: "\${env.NO_TOKEN}" }
    values: { appId: "\${env.NO_APP}" }
webhooks: [{ appId: "\${values.appId}", subscriptions: [{ eventType: contact.creation }] }]
`;
  await shell.write('trueup.yaml', text);
  const { code, stdout } = await shell.run('validate', '--json');
  expect(code).toBe(0);
  const { valid, findings } = JSON.parse(stdout);
  expect([valid, findings.map(({ severity, message }: Finding) => [severity, message])]).toEqual([
    true,
    ['NO_HUB', 'NO_ADDRESS', 'NO_ID', 'NO_SECRET', 'NO_TOKEN', 'NO_APP'].map((name) => [
      'info',
      `The environment variable ${name} is not set.`,
    ]),
  ]);
  expect((await shell.run('plan')).code).toBe(3);
});

test('a missing file, account or choice is refused before any read', async () => {
  const shell = await aShell();
  expect((await shell.run('plan')).code).toBe(3);
  await shell.write('trueup.yaml', projectText('https://api.hubapi.com'));
  const unknown = await shell.run('ledger', 'list', '--account', 'sandbx');
  expect(unknown.code).toBe(3);
  expect(unknown.stderr).toContain('sandbox');
});

test('an unexpected error is our bug, and only its message is shown', async () => {
  const broken = (env: Readonly<Record<string, string>>) =>
    aShell({
      env,
      watch: () => {
        throw new Error('the disk is on fire');
      },
    });
  const shown = await (await broken({})).run('--help');
  expect(shown.code).toBe(EXIT.error);
  expect(shown.stderr).toBe(
    'error: Unexpected error: the disk is on fire [internal]\nhelp:  This is a bug in trueup. Please report it, with the command you ran.\n',
  );
  const debugged = await (await broken({ TRUEUP_DEBUG: '1' })).run('--help');
  expect(debugged.stderr).toContain('    at ');
});

test.each(['plan', 'apply', 'drift', 'revert', 'validate'])(
  '%s takes one form of its report, not two',
  async (command) => {
    const shell = await aShell();
    const { code, stdout } = await shell.run(command, '--json', '--format', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      code: 'usage',
      message: "Option '--format <format>' cannot be used with option '--json'.",
    });
  },
);

test('schemas that cannot be written are a usage error', async () => {
  const shell = await aShell();
  await shell.write('notes.txt', 'text');
  const { code, stderr } = await shell.run('generate', 'schema', 'notes.txt');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^error: The schemas cannot be written to notes\.txt: EEXIST.*\[cannot-save\]\n/),
  ]);
});

test('an unknown kind is refused with the allowed kinds', async () => {
  const { code, stderr } = await (await aShell()).run('list', 'subscriptions');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^error: .*'subscriptions' is invalid for argument 'kind'\. Allowed choices are /),
  ]);
});

test('an invalid environment variable is reported with its allowed values', async () => {
  const hosts = await (await aShell({ env: { TRUEUP_ALLOWED_HOSTS: '*.com' } })).run('plan');
  expect(hosts.stderr).toMatch(/\nhelp: {2}Set TRUEUP_ALLOWED_HOSTS to hosts with commas between them, such as /);
  const shell = await aShell({ env: { TRUEUP_SURFACE: 'date', TRUEUP_ACCESS_TOKEN: 'trueup-dev-token' } });
  await shell.write('trueup.yaml', 'version: 1\n');
  const surface = await shell.run('validate');
  expect(`${surface.stdout}${surface.stderr}`).toContain(
    'help: Did you mean dated? Set it to one of them, or unset it for dated.',
  );
});

test('one character is not several', async () => {
  const shell = await aShell({ env: { TRUEUP_SURFACE: 'dated', TRUEUP_ACCESS_TOKEN: 'trueup-dev-token' } });
  const property = "p: { label: P, type: number, fieldType: calculation_equation, calculationFormula: '' }";
  const group = `g: { displayName: G, properties: { ${property} } }`;
  await shell.write('trueup.yaml', `version: 1\nobjects: { contacts: { groups: { ${group} } } }\n`);
  const { stdout, stderr } = await shell.run('validate');
  expect(`${stdout}${stderr}`).toMatch(/Expected at least 1 character\b/);
});

test('the help of an offline command hides unused flags, which are still accepted', async () => {
  const shell = await aShell();
  await shell.write('trueup.yaml', 'version: 1\n');
  const listed = async (...words: string[]) => {
    const { stdout } = await shell.run(...words, '--help');
    return ['--ledger', '--allow-host'].filter((flag) => stdout.includes(`${flag} <`));
  };
  for (const name of ['docs', 'graph', 'types', 'hsmeta']) expect(await listed('generate', name)).toEqual([]);
  expect(await listed('validate')).toEqual(['--allow-host']);
  expect(await listed('plan')).toEqual(['--ledger', '--allow-host']);
  const { code, stderr } = await shell.run(
    'generate',
    'types',
    '--ledger',
    'ledgers',
    '--allow-host',
    'crm.example.com',
  );
  expect([code, stderr]).toEqual([0, '']);
});

test('ledger rejects the database of a fleet without an account', async () => {
  const { code, stderr } = await (await aShell()).run('ledger', 'list', '--database', './fleet');
  expect([code, stderr]).toEqual([1, expect.stringContaining('--database needs --hub-id')]);
});
