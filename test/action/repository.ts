/**
 * Builds a repository with a project, an account in the embedded service and a Git host. Scenarios of the Action start
 * from it.
 */

import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { defined } from '../../src/contract/defined.ts';
import type { Ledger } from '../../src/model/ledger.ts';
import { type Service, startService } from '../../src/service/index.ts';
import { later } from '../github/stand-in/moments.ts';
import { REPOSITORY, type StandIn, startStandIn } from '../github/stand-in/server.ts';
import type { PullRequest } from '../github/stand-in/state.ts';
import { type ProjectOptions, projectText, TOKEN } from '../support/project.ts';
import { aRunner, type Code, type Ran, type Runner, type RunRequest } from './runner.ts';

export const BRANCH = 'trueup-ledger';
const MAIN = 'refs/heads/main';

type Again = Partial<Pick<RunRequest, 'runId' | 'attempt' | 'dies' | 'workspace'>>;
type Inputs = Readonly<Record<string, string>>;

export interface RepositoryUnderTest {
  readonly service: Service & { readonly url: string };
  readonly standIn: StandIn;
  readonly runner: Runner;
  readonly workspace: string;
  /** Secrets that the workflow passes to its steps in addition to the token of sandbox. */
  readonly secrets: Record<string, string>;
  /** More variables of the runner. */
  readonly env: Record<string, string>;
  write(options: ProjectOptions): Promise<void>;
  /** `plan` for a push to a pull request, against this commit of the base branch. */
  push(pull: number, inputs?: Inputs, from?: string, baseSha?: string): Promise<Ran>;
  /** Merges it, and applies for the push that the merge makes. */
  merge(pull: number, inputs?: Inputs, more?: Again): Promise<Ran>;
  /** Runs the same job again. For a pull request that was never merged, runs the job of a direct push. */
  applyAgain(pull: number, inputs?: Inputs, more?: Again): Promise<Ran>;
  drift(inputs?: Inputs): Promise<Ran>;
  /** Commits the current YAML files and links, by default on top of main. No branch contains the commit yet. */
  commit(parent?: string, sha?: string): Promise<string>;
  /** Moves main. */
  toMain(commit: string): void;
  /** Commit of main. */
  head(): string;
  /** A commit of the files as they are on main, which no pull request brought, and its job. */
  pushToMain(inputs?: Inputs): Promise<Ran>;
  /** `apply` at main, started manually. */
  start(inputs: Inputs): Promise<Ran>;
  /** Policy in force of the account, from its ledger on the branch. */
  inForce(): Ledger['inForce'];
  /** Writes a file; parts of the name are folders. */
  file(name: string, text: string): Promise<void>;
  /** Creates another checkout with the current configuration in a folder of the workspace. Returns the folder. */
  beside(folder: string, commit: string): Promise<string>;
  /** Checks out a commit and runs a job there. */
  job(commit: string, request: Partial<Omit<RunRequest, 'apiUrl'>>): Promise<Ran>;
  /** Bodies of our comments in a pull request. */
  comments(pull: number): readonly string[];
  writes(): Promise<readonly string[]>;
  /** Resolves when the endpoint is called as a later write than `after` others. */
  calledOnce(endpoint: string, after: number): Promise<void>;
  close(): Promise<void>;
}

export interface RepositoryOptions {
  /** Folder of the project in the repository. */
  readonly folder?: string;
  /** Hosts that the embedded service accepts. */
  readonly allowedHosts?: readonly string[];
  /** Path of the Git host's interface. */
  readonly apiPath?: string;
  readonly code?: Code;
}

export async function aRepository({
  folder = '.',
  allowedHosts,
  apiPath = '',
  code = 'here',
}: RepositoryOptions = {}): Promise<RepositoryUnderTest> {
  const [service, standIn, runner] = await Promise.all([startService({ allowedHosts }), startStandIn(), aRunner(code)]);
  const workspace = await mkdtemp(join(tmpdir(), 'trueup-workspace-'));
  await mkdir(join(workspace, folder), { recursive: true });
  const common = { ledger: `branch:${BRANCH}`, 'working-directory': folder, 'allowed-hosts': '127.0.0.1' };
  const secrets: Record<string, string> = {};
  const env: Record<string, string> = {};
  let pushes = 0;

  const job = async (commit: string, { inputs, ...more }: Partial<Omit<RunRequest, 'apiUrl'>>) => {
    await checkOut(more.workspace ?? workspace, commit);
    return runner.run({
      inputs: { ...common, credentials: credentialsOf({ ...TOKEN, ...secrets }), ...inputs },
      workspace,
      apiUrl: `${standIn.url}${apiPath}`,
      sha: commit,
      ...more,
      env: { ...env, ...more.env },
    });
  };

  const { git } = standIn;
  const main = () => git.refs.get(MAIN) ?? '';
  const commit = async (parent = main(), sha?: string) => {
    const files = await yamlFiles(workspace);
    const tree = git.newTree(undefined, files) ?? '';
    return git.newCommit({ tree, parents: parent === '' ? [] : [parent], message: 'A commit' }, sha);
  };
  const toMain = (sha: string) => void git.refs.set(MAIN, sha);
  toMain(await commit());

  const applyAt = (sha: string, inputs: Inputs, more: Again = {}) =>
    job(sha, { ...more, inputs: { command: 'apply', ...inputs }, event: { name: 'push', payload: { ref: MAIN } } });
  const apply = async (pull: number, inputs: Inputs, more: Again = {}) => {
    const sha = mergeSha(pull);
    if (git.commit(sha) === undefined) toMain(await commit(main(), sha));
    return applyAt(sha, inputs, more);
  };

  const writes = async () =>
    (await service.calls())
      .filter(({ method, endpoint }) => method !== 'GET' && endpoint !== 'readTokenInfo')
      .map(({ endpoint }) => endpoint ?? 'none');

  return {
    service,
    standIn,
    runner,
    workspace,
    secrets,
    env,
    write: (options) => writeFile(join(workspace, folder, 'trueup.yaml'), projectText(service.url, options)),
    async push(pull, inputs = {}, from = REPOSITORY, baseSha) {
      pushes += 1;
      const headSha = await commit(main(), shaOf(`push ${pushes}`));
      replacePull(standIn, { number: pull, headSha, headRepo: from, ...defined({ baseSha }) });
      const base = { ref: 'main', repo: { full_name: REPOSITORY }, sha: baseSha };
      const payload = { pull_request: { number: pull, head: { sha: headSha, repo: { full_name: from } }, base } };
      const ref = `refs/pull/${pull}/merge`;
      return job(headSha, { inputs: { command: 'plan', ...inputs }, ref, event: { name: 'pull_request', payload } });
    },
    merge(pull, inputs = {}, more = {}) {
      const found = standIn.state.pulls.find(({ number }) => number === pull);
      replacePull(standIn, {
        headSha: shaOf(`head ${pull}`),
        mergedAt: later(),
        ...found,
        number: pull,
        mergeSha: mergeSha(pull),
      });
      return apply(pull, inputs, more);
    },
    applyAgain: (pull, inputs = {}, more = {}) => apply(pull, inputs, more),
    drift: (inputs = {}) =>
      job(main(), { inputs: { command: 'drift', ...inputs }, event: { name: 'schedule', payload: {} } }),
    commit,
    toMain,
    head: main,
    async pushToMain(inputs = {}) {
      toMain(await commit());
      return applyAt(main(), inputs);
    },
    start: (inputs) =>
      job(main(), {
        inputs: { command: 'apply', ...inputs },
        event: { name: 'workflow_dispatch', payload: {} },
      }),
    inForce() {
      const file = Object.entries(git.files(BRANCH)).find(([name]) => name.endsWith('sandbox.ledger.json'));
      return file === undefined ? undefined : JSON.parse(file[1]).inForce;
    },
    async file(name, text) {
      await mkdir(dirname(join(workspace, name)), { recursive: true });
      await writeFile(join(workspace, name), text);
    },
    async beside(name, at) {
      await checkOut(join(workspace, name), at);
      await copyFile(join(workspace, folder, 'trueup.yaml'), join(workspace, name, 'trueup.yaml'));
      return join(workspace, name);
    },
    job,
    comments: (pull) =>
      standIn.state.comments.filter(({ issue, user }) => issue === pull && user.type === 'Bot').map(({ body }) => body),
    writes,
    async calledOnce(endpoint, after) {
      while (!(await writes()).slice(after).some((called) => called === endpoint))
        await new Promise((resolve) => setImmediate(resolve));
    },
    async close() {
      await service.close();
      await standIn.close();
    },
  };
}

export function mergeSha(pull: number): string {
  return shaOf(`merge ${pull}`);
}

function replacePull({ state }: StandIn, pull: PullRequest): void {
  const at = state.pulls.findIndex(({ number }) => number === pull.number);
  state.pulls.splice(at < 0 ? state.pulls.length : at, at < 0 ? 0 : 1, pull);
}

/** Writes only `HEAD`, as a checkout of a commit has it. Removes the checkout if the commit is empty. */
async function checkOut(workspace: string, commit: string): Promise<void> {
  if (commit === '') return rm(join(workspace, '.git'), { recursive: true, force: true });
  await mkdir(join(workspace, '.git'), { recursive: true });
  await writeFile(join(workspace, '.git', 'HEAD'), `${commit}\n`);
}

async function yamlFiles(workspace: string) {
  const found = await readdir(workspace, { recursive: true, withFileTypes: true });
  const wanted = found.filter((entry) => entry.isSymbolicLink() || (entry.isFile() && /\.ya?ml$/.test(entry.name)));
  return Promise.all(
    wanted.map(async (entry) => {
      const at = join(entry.parentPath, entry.name);
      const path = relative(workspace, at);
      if (entry.isSymbolicLink()) return { path, mode: '120000', content: await readlink(at) };
      return { path, content: await readFile(at, 'utf8') };
    }),
  );
}

function shaOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

function credentialsOf(secrets: Readonly<Record<string, string>>): string {
  return Object.entries(secrets)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
