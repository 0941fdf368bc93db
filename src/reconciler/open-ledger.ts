/** The location of a ledger, as people write it: a folder, or `branch:NAME` in the repository on GitHub. */

import { type ProxyOptions, systemClock, undiciTransport } from '../client/index.ts';
import { projectFolder, projectSharing } from '../config/files/own-files.ts';
import type { NewId } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { secret } from '../contract/secret.ts';
import { UsageError } from '../errors.ts';
import { githubClient } from '../github/client.ts';
import { gitHost } from '../github/git.ts';
import { PUBLIC_API, parseRepository } from '../github/repository.ts';
import { runSelf, workflowRun } from '../github/run-self.ts';
import { fileStore } from '../ledger/file-store.ts';
import { branchStore } from '../ledger/git-branch.ts';
import { lazyStore } from '../ledger/lazy-store.ts';
import { thisProcess } from '../ledger/this-process.ts';
import type { LedgerStore } from '../model/ledger.ts';
import type { Project } from '../model/project.ts';
import { defaultLedger } from './default-ledger.ts';

export interface OpenLedgerOptions {
  /** Absolute folder, or `branch:NAME` (default: next to the configuration). */
  readonly location?: string | undefined;
  /** Configuration of the ledger. Without it, the default ledger is below the working directory. */
  readonly config?: Project | undefined;
  /**
   * Folder of the project from the top of the repository, `.` for the top; from `config` when left out, else the top. Several projects keep
   * their ledgers on one branch.
   */
  readonly project?: string | undefined;
  /** Name of the account. */
  readonly account: string;
  /** A branch needs GITHUB_REPOSITORY and GITHUB_TOKEN; GITHUB_API_URL where it is not github.com. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly newId: NewId;
  /** Proxy to GitHub (default: none, whatever the environment). */
  readonly proxy?: ProxyOptions | undefined;
}

export interface OpenedLedger {
  readonly store: LedgerStore;
  /** Releases sockets. */
  close(): Promise<void>;
}

const BRANCH = 'branch:';

export function isBranchLocation(location: string): boolean {
  return location.startsWith(BRANCH);
}

/** Opens nothing before the first use. Throws UsageError for an invalid name of a branch, or an unknown repository. */
export function openLedger(options: OpenLedgerOptions): OpenedLedger {
  const { location, config, account, env, newId, proxy } = options;
  const clock = systemClock;
  if (location === undefined) {
    return {
      store: defaultLedger({ location: config?.location, name: account, clock, newId }),
      close: async () => undefined,
    };
  }
  if (!isBranchLocation(location)) {
    const shared = config?.location === undefined ? undefined : projectSharing(config.location, location);
    const store = fileStore({ dir: location, name: account, clock, newId, ...defined({ project: shared }) });
    return { store, close: async () => undefined };
  }
  const branch = checkedBranch(location.slice(BRANCH.length));
  const repository = parseRepository(env['GITHUB_REPOSITORY']);
  const token = secret(requiredToken(env['GITHUB_TOKEN']));
  const transport = undiciTransport({ proxy });
  const github = githubClient({ apiUrl: env['GITHUB_API_URL'] ?? PUBLIC_API, token, transport, clock });
  const run = workflowRun(env);
  const project = options.project ?? (config?.location === undefined ? '.' : projectFolder(config.location));
  const store = lazyStore(async () =>
    branchStore({
      host: gitHost(github, repository),
      branch,
      project,
      name: account,
      clock,
      newId,
      self: run === undefined ? await thisProcess(newId) : runSelf(run, github, repository, clock),
    }),
  );
  return { store: { project, ...store }, close: () => transport.close() };
}

/** Checks the rules of Git for names of branches that matter in an address. */
function checkedBranch(name: string): string {
  const parts = name.split('/');
  const bad = /[\s~^:?*[\\]|\.\.|@\{/.test(name) || parts.some((part) => part === '' || /^[.-]|\.$|\.lock$/.test(part));
  if (!bad) return name;
  throw new UsageError('branch-name-invalid', `${JSON.stringify(name)} is not a valid branch name.`, {
    hint: 'Write branch:NAME, such as branch:trueup-ledger.',
  });
}

function requiredToken(token: string | undefined): string {
  if (token !== undefined && token !== '') return token;
  throw new UsageError('github-token-missing', 'The ledger is on a branch, and GITHUB_TOKEN is not set.', {
    hint: 'Set GITHUB_TOKEN to a token that may read and write contents of the repository.',
  });
}
