/** A repository with a project, an account in the embedded service, and the Git host: what the scenarios of the Action start from. */

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, startService } from '../../src/service/index.ts';
import { REPOSITORY, type StandIn, startStandIn } from '../github/stand-in/server.ts';
import type { PullRequest } from '../github/stand-in/state.ts';
import { type ProjectOptions, projectText, TOKEN } from '../support/project.ts';
import { aRunner, type Ran, type Runner, type RunRequest } from './runner.ts';

export const BRANCH = 'trueup-ledger';

type Again = Partial<Pick<RunRequest, 'runId' | 'attempt' | 'dies' | 'workspace'>>;

export interface RepositoryUnderTest {
  readonly service: Service & { readonly url: string };
  readonly standIn: StandIn;
  readonly runner: Runner;
  readonly workspace: string;
  /** What the workflow hands to its steps beside the token of sandbox. */
  readonly secrets: Record<string, string>;
  /** More variables of the runner. */
  readonly env: Record<string, string>;
  write(options: ProjectOptions): Promise<void>;
  /** `plan` for a push to a pull request. */
  push(pull: number, inputs?: Readonly<Record<string, string>>, from?: string): Promise<Ran>;
  /** Merges it, and applies for the push that the merge makes. */
  merge(pull: number, inputs?: Readonly<Record<string, string>>, more?: Again): Promise<Ran>;
  /** The same job once more. */
  applyAgain(pull: number, inputs?: Readonly<Record<string, string>>, more?: Again): Promise<Ran>;
  drift(inputs?: Readonly<Record<string, string>>): Promise<Ran>;
  /** Bodies of our comments in a pull request. */
  comments(pull: number): readonly string[];
  writes(): Promise<readonly string[]>;
  /** Resolves when the endpoint is called as a later write than `after` others. */
  calledOnce(endpoint: string, after: number): Promise<void>;
  close(): Promise<void>;
}

export interface RepositoryOptions {
  /** Where the project lies in the repository. */
  readonly folder?: string;
  /** Of the embedded service. */
  readonly allowedHosts?: readonly string[];
}

export async function aRepository({
  folder = '.',
  allowedHosts,
}: RepositoryOptions = {}): Promise<RepositoryUnderTest> {
  const [service, standIn, runner] = await Promise.all([startService({ allowedHosts }), startStandIn(), aRunner()]);
  const workspace = await mkdtemp(join(tmpdir(), 'trueup-workspace-'));
  await mkdir(join(workspace, folder), { recursive: true });
  const common = { ledger: `branch:${BRANCH}`, 'working-directory': folder };
  const secrets: Record<string, string> = {};
  const env: Record<string, string> = {};
  let pushes = 0;

  const start = (inputs: Readonly<Record<string, string>>, more: Partial<Parameters<Runner['run']>[0]>) =>
    runner.run({
      inputs: { ...common, credentials: credentialsOf({ ...TOKEN, ...secrets }), ...inputs },
      workspace,
      apiUrl: standIn.url,
      env,
      ...more,
    });

  const apply = (pull: number, inputs: Readonly<Record<string, string>>, more = {}) =>
    start(
      { command: 'apply', ...inputs },
      { ...more, sha: mergeSha(pull), event: { name: 'push', payload: { ref: 'refs/heads/main' } } },
    );

  const writes = async () =>
    (await service.calls()).filter(({ method }) => method !== 'GET').map(({ endpoint }) => endpoint ?? 'none');

  return {
    service,
    standIn,
    runner,
    workspace,
    secrets,
    env,
    write: (options) => writeFile(join(workspace, folder, 'trueup.yaml'), projectText(service.url, options)),
    push(pull, inputs = {}, from = REPOSITORY) {
      pushes += 1;
      const headSha = shaOf(`push ${pushes}`);
      replacePull(standIn, { number: pull, headSha });
      const base = { repo: { full_name: REPOSITORY } };
      const payload = { pull_request: { number: pull, head: { sha: headSha, repo: { full_name: from } }, base } };
      return start({ command: 'plan', ...inputs }, { sha: headSha, event: { name: 'pull_request', payload } });
    },
    merge(pull, inputs = {}, more = {}) {
      const headSha = standIn.state.pulls.find(({ number }) => number === pull)?.headSha ?? '';
      replacePull(standIn, { number: pull, headSha, mergeSha: mergeSha(pull) });
      return apply(pull, inputs, more);
    },
    applyAgain: (pull, inputs = {}, more = {}) => apply(pull, inputs, more),
    drift: (inputs = {}) => start({ command: 'drift', ...inputs }, { event: { name: 'schedule', payload: {} } }),
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

function shaOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

function credentialsOf(secrets: Readonly<Record<string, string>>): string {
  return Object.entries(secrets)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
