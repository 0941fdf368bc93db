import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { builtCli } from '../support/built.ts';
import { aShell } from '../support/world.ts';

const run = promisify(execFile);
const BIN = await builtCli();

test('serve says on its first line where it is, and a signal stops it', async () => {
  const line = Promise.withResolvers<string>();
  let stop: () => void = () => undefined;
  const shell = await aShell({
    watch: line.resolve,
    signals: (deliver) => {
      stop = () => deliver('SIGTERM');
    },
  });
  const serving = shell.run('serve', '--port', '0', '--json');
  const told: unknown = JSON.parse(await line.promise);
  expect(told).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    hubId: 1001,
    appId: 2001,
    clientId: 'trueup-dev',
    clientSecret: 'trueup-dev-secret',
    accessToken: 'trueup-dev-token',
    refreshToken: 'trueup-dev-refresh',
    privateAppToken: 'pat-na1-trueup-dev',
    privateAppTokenEu1: 'pat-eu1-trueup-dev',
    developerKey: 'trueup-dev-developer-key',
  });
  stop();
  expect((await serving).code).toBe(0);
});

test.each([
  [['--sunset'], [404, 404, 401], false],
  [['--sunset', '2027-02-16'], [404, 401, 401], false],
  [['--surface', 'dated'], [404, 404, 401], false],
  [['--surface', 'documented'], [400, 401, 404], true],
  [[], [400, 401, 401], false],
] as const)('serve %j answers the paths with %j and names an unusual surface', async (flags, expected, documented) => {
  const greeting = Promise.withResolvers<string>();
  let stop: () => void = () => undefined;
  const shell = await aShell({
    watch: greeting.resolve,
    signals: (deliver) => {
      stop = () => deliver('SIGTERM');
    },
  });
  const serving = shell.run('serve', '--port', '0', ...flags);
  const text = await greeting.promise;
  const [url = ''] = /http:\S+/.exec(text) ?? [];
  const statuses = [
    (await fetch(`${url}/oauth/v1/token`, { method: 'POST' })).status,
    (await fetch(`${url}/properties/v2/contacts/properties`)).status,
    (await fetch(`${url}/crm/properties/2026-09/contacts`)).status,
  ];
  stop();
  expect([statuses, text.includes('TRUEUP_SURFACE=documented'), (await serving).code]).toEqual([
    expected,
    documented,
    0,
  ]);
});

test('a sunset that is not a day is refused before anything listens', async () => {
  const ran = await (await aShell()).run('serve', '--port', '0', '--sunset', 'soon');
  expect([ran.code, ran.stdout]).toEqual([1, '']);
  expect(ran.stderr).toContain('"soon" is not a day.');
});

test('a fault rule that is invalid is refused before anything listens', async () => {
  const shell = await aShell();
  expect((await shell.run('serve', '--port', '0', '--fault', 'do=nothing')).code).toBe(1);
});

const complete = async (...words: readonly string[]): Promise<readonly string[]> => {
  const { stdout } = await run(process.execPath, [BIN, 'complete', '--', ...words]);
  return stdout.split('\n').map((text) => text.split('\t')[0] ?? '');
};

test('completion offers commands, formats and risks', async () => {
  expect(await complete('pl')).toContain('plan');
  expect(await complete('plan', '--format', '')).toEqual(expect.arrayContaining(['text', 'json', 'markdown', 'html']));
  expect(await complete('plan', '--allow', '')).toContain('option-removal');
  expect(await complete('list', '')).toContain('webhook-subscription');
  expect(await complete('list', '--object', '')).toContain('contacts');
  expect((await run(process.execPath, [BIN, 'completion', 'bash'])).stdout).toContain('trueup');
});

test.each([
  ['trueup', ''],
  ['npx --no trueup', 'exec'],
])('the script of bash completes by calling %s', async (calls, npmCommand) => {
  // A command that must not run is absent.
  const script = `
    source <("$NODE" "$BIN" completion bash)
    trueup() { [ "$CALLS" = trueup ] && "$NODE" "$BIN" "$@"; }
    npx() { [ "$CALLS" = "npx $1 $2" ] && shift 2 && "$NODE" "$BIN" "$@"; }
    COMP_LINE='trueup pl' COMP_WORDS=(trueup pl) COMP_CWORD=1
    _trueup
    echo "\${COMPREPLY[*]}"`;
  const env = { PATH: process.env['PATH'], NODE: process.execPath, BIN, CALLS: calls, npm_command: npmCommand };
  expect((await run('bash', ['-c', script], { env })).stdout).toBe('plan\n');
});

test('the help of completion lists the shells, however it is asked for', async () => {
  const shell = await aShell();
  for (const words of [
    ['completion', '--help'],
    ['help', 'completion'],
  ]) {
    const { stdout } = await shell.run(...words);
    for (const name of ['bash', 'zsh', 'fish', 'powershell']) expect(stdout).toContain(name);
  }
});

test('completion offers the accounts of the named files', async () => {
  expect(await complete('plan', '-f', 'nowhere/x', '--account', '')).toEqual([':4', '']);
  expect(await complete('plan', '-C', 'examples/two-accounts', '--account', 'pro')).toEqual(['production', ':4', '']);
  const accounts = await complete('ledger', 'list', '-f', 'examples/two-accounts', '--account', '');
  expect(accounts).toEqual(['sandbox', 'production', ':4', '']);
  // The files are the left side only.
  const left = await complete('compare', '-f', 'examples/two-accounts', '');
  expect(left.slice(0, 3)).toEqual(['sandbox', 'production', 'files']);
  const right = await complete('compare', '-f', 'examples/two-accounts', 'sandbox', '');
  expect(right).toEqual(['sandbox', 'production', ':4', '']);
});

test('--version answers before the program loads, and a closed pipe is harmless', async () => {
  expect((await run(process.execPath, [BIN, '--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const piped = await run('sh', ['-c', `"${process.execPath}" "${BIN}" schema --help | head -n 1`]);
  expect(piped.stderr).toBe('');
});
