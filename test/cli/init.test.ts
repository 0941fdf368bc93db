/** Tests of `trueup init`: the files that it writes on both surfaces, and the files that it refuses to overwrite. */

import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { SURFACES } from '../../src/contract/surfaces.ts';
import { type Seed, startService } from '../../src/service/index.ts';
import { aShell, type Shell, type ShellOptions } from '../support/world.ts';

const GROUP = { objectType: 'contacts', name: 'mine', displayName: 'Mine' };
const PROPERTY = {
  ...{ objectType: 'contacts', name: 'size', label: 'Size', groupName: 'mine' },
  ...{ type: 'string', fieldType: 'text' },
};
/** Only the dated surface has pipelines. */
const examplesOn = (surface: 'dated' | 'documented') =>
  ['association-limits', 'contacts', 'events', ...(surface === 'dated' ? ['pipelines'] : []), 'webhooks'].map(
    (name) => `schema/${name}.yaml`,
  );

/** A shell with a token of the embedded service, and without files. */
async function aStart(options: ShellOptions & { readonly seed?: Seed } = {}) {
  const service = await startService(options.seed === undefined ? {} : { seed: options.seed });
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token', ...options.env };
  const shell = await aShell({ ...options, env });
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  return { service, shell };
}

async function bare(): Promise<Shell> {
  const shell = await aShell();
  onTestFinished(() => rm(shell.cwd, { recursive: true }));
  return shell;
}

/** Returns the files of the project without the ledger. */
async function filesIn(shell: Shell): Promise<readonly string[]> {
  const paths = (await readdir(shell.cwd, { recursive: true })).filter((path) => !path.includes('.trueup'));
  const files = await Promise.all(
    paths.map(async (path) => ((await stat(join(shell.cwd, path))).isFile() ? [path] : [])),
  );
  return files.flat().sort();
}

const read = (shell: Shell, file: string) => readFile(join(shell.cwd, file), 'utf8');

describe.each(SURFACES)('on the %s surface', (surface) => {
  test('the switches that are commented out stand where they hold, also after a pull', async () => {
    const { shell } = await aStart({ seed: { accounts: [{ hubId: 1001, groups: [GROUP], properties: [PROPERTY] }] } });
    expect((await shell.run('init', '--surface', surface)).code).toBe(0);
    const text = (await read(shell, 'trueup.yaml')).replace('# protected: true', 'protected: true');
    expect(Object.values(parse(text).accounts)).toEqual([expect.objectContaining({ protected: true })]);
    expect(parse(text).include).toContain('schema/contacts.yaml');
  });

  test('the starter is valid, applies unchanged, and leaves an empty plan', async () => {
    const { shell } = await aStart();
    expect((await shell.run('init', '--no-pull', '--surface', surface)).code).toBe(0);
    expect((await shell.run('validate')).stdout).toBe(
      `${surface === 'dated' ? 6 : 5} files, 1 account: no findings.\n`,
    );
    expect(await shell.run('fmt', '--check')).toMatchObject({ code: 0, stdout: '' });
    expect((await shell.run('apply', '--auto-approve', '--quiet')).stdout).toBe('2 applied.\n');
    expect(await shell.run('plan', '--detailed-exitcode', '--quiet')).toMatchObject({
      code: 0,
      stdout: 'Nothing to do.\n',
    });
  });

  test('every example that is commented out is valid, and can be applied', async () => {
    const { shell } = await aStart({ env: { APP_2001_KEY: 'trueup-dev-developer-key' } });
    await shell.run('init', '--no-pull', '--surface', surface);
    for (const file of examplesOn(surface)) {
      const [head = '', body = ''] = (await read(shell, file)).split(/^(?=version: 1$)/m);
      await shell.write(file, head + body.replaceAll(/^( *)# /gm, '$1'));
    }
    expect((await shell.run('validate')).stdout).toBe(
      `${surface === 'dated' ? 6 : 5} files, 1 account: no findings.\n`,
    );
    expect(await shell.run('fmt', '--check')).toMatchObject({ code: 0, stdout: '' });
    expect((await shell.run('apply', '--auto-approve', '--quiet')).stdout).toBe(
      `${surface === 'dated' ? 7 : 6} applied.\n`,
    );
    expect((await shell.run('plan', '--quiet')).stdout).toBe('Nothing to do.\n');
  });

  test('init with a token declares and records the account, and the plan is empty', async () => {
    const { shell } = await aStart({ seed: { accounts: [{ hubId: 1001, groups: [GROUP] }] } });
    const { code, document } = await shell.json('init', '--surface', surface, '--name', 'main');
    expect([code, document]).toMatchObject([
      0,
      {
        account: { name: 'main', hubId: 1001, surface },
        pulled: { complete: true },
      },
    ]);
    expect(parse(await read(shell, 'trueup.yaml'))).toMatchObject({ accounts: { main: { hubId: 1001, surface } } });
    expect((await shell.run('plan', '--detailed-exitcode', '--quiet')).stdout).toBe('Nothing to do.\n');
    expect((await filesIn(shell)).filter((path) => path.includes('before-pull'))).toEqual([]);
  });
});

test('all files that a pull begins with are listed as new', async () => {
  const { shell } = await aStart({ seed: { accounts: [{ hubId: 1001, groups: [GROUP] }] } });
  const { stdout } = await shell.run('init');
  expect(stdout).toMatch(/^ {2}\+ trueup\.yaml$/m);
  expect(stdout).not.toMatch(/^ {2}~ /m);
});

test('the main file of an empty account shows how to include a first file', async () => {
  const { shell, service } = await aStart({ seed: { accounts: [{ hubId: 1001 }] } });
  expect((await shell.run('init')).code).toBe(0);
  const text = await read(shell, 'trueup.yaml');
  expect((await shell.run('fmt', '--check')).code).toBe(0);
  await mkdir(join(shell.cwd, 'schema'));
  await shell.write('schema/deals.yaml', 'objects: { deals: { groups: { mine: { displayName: Mine } } } }\n');
  await shell.write('trueup.yaml', text.replace('# include', 'include'));
  expect((await shell.run('plan', '--quiet')).stdout).toBe('1 to create.\n');
  await rm(join(shell.cwd, 'schema/deals.yaml'));
  await shell.write('trueup.yaml', text);
  const headers = { authorization: 'Bearer trueup-dev-token', 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'mine', label: 'Mine', displayOrder: -1 });
  const made = await fetch(`${service.url}/crm/properties/2026-09/contacts/groups`, { method: 'POST', headers, body });
  expect(made.status).toBe(201);
  expect((await shell.run('pull')).code).toBe(0);
  expect(parse(await read(shell, 'trueup.yaml'))).toMatchObject({ include: ['schema/contacts.yaml'] });
  expect((await shell.run('plan', '--quiet')).stdout).toBe('Nothing to do.\n');
});

test.each([
  ['dated', 'SANDBOX', 'sandbox'],
  ['documented', 'SANDBOX', 'main'],
] as const)('on the %s surface an account of the type %s is called %s', async (surface, accountType, name) => {
  const { shell } = await aStart({ seed: { accounts: [{ hubId: 1001, accountType }] } });
  const { document } = await shell.json('init', '--surface', surface);
  expect(document).toMatchObject({ account: { name } });
});

test('init without a token uses the flags and notes only the missing token', async () => {
  const shell = await bare();
  const { code, document } = await shell.json('init', 'crm', '--hub-id', '7007', '--name', '2024');
  expect([code, document]).toEqual([
    0,
    {
      format: 'trueup.init/1',
      account: { name: '2024', hubId: 7007, surface: 'dated' },
      written: [
        'trueup.yaml',
        'schema/contacts.yaml',
        'schema/webhooks.yaml',
        'schema/events.yaml',
        'schema/pipelines.yaml',
        'schema/association-limits.yaml',
        'AGENTS.md',
        '.gitignore',
      ],
      pulled: null,
    },
  ]);
  const validated = await shell.json('validate', '-C', 'crm');
  expect(validated.document).toMatchObject({ findings: [{ code: 'credential-unset', severity: 'info' }] });
});

test('it names the next command for the folder that it started in', async () => {
  const { stdout } = await (await bare()).run('init', 'crm');
  expect(stdout).toMatch(/Next, once TRUEUP_ACCESS_TOKEN is set, to see what works:\n {2}trueup doctor -C crm\n$/);
});

test('every file that is in the way is named, and nothing is written', async () => {
  const shell = await bare();
  await mkdir(join(shell.cwd, '.github/workflows'), { recursive: true });
  await mkdir(join(shell.cwd, 'schema'));
  const there = ['.github/workflows/trueup-plan.yml', 'schema/events.yaml', 'trueup.yaml'];
  for (const file of there) await shell.write(file, 'mine\n');
  const { code, stderr } = await shell.run('init', '--github');
  expect([code, stderr.split('\n')[0]]).toEqual([
    3,
    'error: trueup.yaml, schema/events.yaml, .github/workflows/trueup-plan.yml exist already, so nothing was written. [files-in-the-way]',
  ]);
  expect(await filesIn(shell)).toEqual(there);
});

test('a file at the path of a pull stops init before anything is recorded', async () => {
  const { shell } = await aStart({ seed: { accounts: [{ hubId: 1001, groups: [GROUP] }] } });
  await mkdir(join(shell.cwd, 'schema'));
  await shell.write('schema/contacts.yaml', 'mine\n');
  expect((await shell.run('init')).code).toBe(3);
  expect(await readdir(shell.cwd)).toEqual(['schema']);
});

test('init appends each missing line to an existing .gitignore', async () => {
  const shell = await bare();
  await shell.write('.gitignore', '*.env\n.trueup/');
  await shell.run('init');
  expect(await read(shell, '.gitignore')).toMatch(
    /^\*\.env\n\.trueup\/\n\n# trueup: [^\n]*\n\*\.plan\.json\n\*\.before-pull\*\n\.\*\.tmp\n$/,
  );
});

test('workflows go to the repository root with the folder and token of the project', async () => {
  const shell = await bare();
  await mkdir(join(shell.cwd, '.git'));
  expect((await shell.run('init', 'crm/schema', '--github')).code).toBe(0);
  const names = ['apply', 'drift', 'plan', 'validate'].map((name) => `trueup-${name}.yml`);
  expect((await readdir(join(shell.cwd, '.github/workflows'))).sort()).toEqual(names);
  const plan = parse(await read(shell, '.github/workflows/trueup-plan.yml'));
  const validate = parse(await read(shell, '.github/workflows/trueup-validate.yml'));
  expect(validate.on.pull_request.paths).toEqual(['crm/schema/**']);
  expect(plan.jobs.plan.steps[1].with).toMatchObject({
    'working-directory': 'crm/schema',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a workflow has it
    credentials: 'TRUEUP_ACCESS_TOKEN=${{ secrets.CRM_READ_TOKEN }}',
  });
  for (const name of names) {
    expect(await read(shell, `.github/workflows/${name}`)).not.toMatch(/crm\/\*|SANDBOX|allowed-hosts/);
  }
});

test('--no-pull skips the pull if a token is set', async () => {
  const { service, shell } = await aStart();
  expect((await shell.run('init', '--no-pull')).code).toBe(0);
  expect(await service.calls()).toEqual([]);
});

test('all files that are written are counted, with and without a pull', async () => {
  for (const pull of [['--no-pull'], []]) {
    const { shell } = await aStart();
    const { stdout } = await shell.run('init', '--github', ...pull);
    const listed = stdout.split('\n').filter((line) => /^ {2}\+ /.test(line));
    expect(listed.map((line) => line.trim().split(/ +/)[1])).toEqual(
      expect.arrayContaining(['trueup.yaml', 'AGENTS.md', '.gitignore']),
    );
    expect(stdout).toContain(`\n${listed.length} files written`);
  }
});

test('another host is allowed in each workflow that reads the files', async () => {
  const { service, shell } = await aStart();
  expect((await shell.run('init', '--no-pull', '--github')).code).toBe(0);
  const { host } = new URL(service.url);
  for (const [name, jobs] of Object.entries({ validate: 1, plan: 1, apply: 1, drift: 1 })) {
    const text = await read(shell, `.github/workflows/trueup-${name}.yml`);
    expect(text.split(`\n          allowed-hosts: "${host}"\n`)).toHaveLength(jobs + 1);
  }
});

test('a second project in a repository with workflows is told how to go on', async () => {
  const shell = await bare();
  await mkdir(join(shell.cwd, '.git'));
  await shell.run('init', 'crm', '--github');
  const { code, stderr } = await shell.run('init', 'other', '--github');
  expect([code, stderr]).toEqual([3, expect.stringContaining('leave out --github')]);
});

test('an app has three secrets, and its refresh token proves the account', async () => {
  const service = await startService();
  const { refreshToken } = await service.issueToken({ hubId: 1001, appId: 2001 });
  const app = { TRUEUP_CLIENT_ID: 'trueup-dev', TRUEUP_CLIENT_SECRET: 'trueup-dev-secret' };
  const shell = await aShell({ env: { TRUEUP_BASE_URL: service.url, ...app, TRUEUP_REFRESH_TOKEN: refreshToken } });
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  expect((await shell.json('init', '--github')).document).toMatchObject({ account: { hubId: 1001 } });
  expect(await read(shell, 'trueup.yaml')).toMatch(/clientId: [\s\S]*clientSecret: [\s\S]*refreshToken: /);
  const { jobs } = parse(await read(shell, '.github/workflows/trueup-apply.yml'));
  expect(jobs.apply.steps[1].with.credentials.match(/^\w+/gm)).toEqual([...Object.keys(app), 'TRUEUP_REFRESH_TOKEN']);
});

test('init writes nothing for a token of another account or a forbidden host', async () => {
  const { shell } = await aStart();
  expect((await shell.run('init', '--hub-id', '7007')).code).toBe(3);
  const other = await aStart({ env: { TRUEUP_BASE_URL: 'https://crm.example.com' } });
  const refused = await other.shell.run('init');
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('[host-not-allowed]')]);
  expect([await filesIn(shell), await filesIn(other.shell)]).toEqual([[], []]);
});

test('a pull without a token is refused', async () => {
  const shell = await bare();
  expect(await shell.run('init', '--pull')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('[pull-without-token]'),
  });
  expect(await filesIn(shell)).toEqual([]);
});
