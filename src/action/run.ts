/** What the commands of the Action share: the inputs, the event, the connection to the Git host, and the project. */

import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { type Clock, environmentProxy, undiciTransport } from '../client/index.ts';
import { defined } from '../contract/defined.ts';
import type { GitHub } from '../github/client.ts';
import type { Repository } from '../github/repository.ts';
import {
  accountNames,
  createReconciler,
  isBranchLocation,
  type LedgerStore,
  openLedger,
  type Project,
  type Reconciler,
  requireAccount,
} from '../index.ts';
import { commandData, terminalLine } from '../report/escape.ts';
import type { RunEvent } from './event.ts';
import type { Inputs } from './inputs.ts';
import type { Step } from './step.ts';

export interface HostAccess {
  readonly github: GitHub;
  readonly repository: Repository;
}

export interface Run {
  readonly inputs: Inputs;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly step: Step;
  readonly event: RunEvent;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Absolute folder that file names are relative to. */
  readonly cwd: string;
  /** The same relative to the root of the repository, with slashes. */
  readonly folder: string;
  readonly project: Project;
  /** Address of this run, for people. */
  readonly runUrl: string | undefined;
  /** Throws UsageError when there is no token or no repository. */
  host(): HostAccess;
}

/** Name of the one account that the environment defines. */
const ENVIRONMENT_ACCOUNT = 'default';

export function accountsOf({ inputs, project }: Run): readonly string[] {
  if (inputs.account.length > 0) return inputs.account;
  const names = accountNames(project);
  return names.length > 0 ? names : [ENVIRONMENT_ACCOUNT];
}

/** Opens, works and closes, even if the work fails. */
export async function withAccount<T>(
  run: Run,
  account: string,
  work: (reconciler: Reconciler, ledger: LedgerStore) => Promise<T>,
): Promise<T> {
  const { inputs, env, project, signal } = run;
  const written = inputs.ledger === '' ? undefined : inputs.ledger;
  const location = written === undefined || isBranchLocation(written) ? written : resolve(run.cwd, written);
  const token = inputs['github-token'];
  const hostEnv = token === '' ? env : { ...env, GITHUB_TOKEN: token };
  const proxy = environmentProxy(env);
  const ledger = openLedger({
    ...{ config: project, account, env: hostEnv, newId: randomUUID },
    ...defined({ location, proxy }),
  });
  try {
    const named = accountNames(project).length > 0;
    const reconciler = createReconciler({
      config: project,
      env: configurationEnv(run),
      credentials: inputs.credentials.map(({ name }) => name),
      redaction: run.step.redaction,
      transport: undiciTransport({ proxy }),
      signal,
      ledger: ledger.store,
      ...(named ? { account } : {}),
    });
    try {
      requireAccount(reconciler.findings, project);
      await logLedger(run, account, ledger.store);
      return await work(reconciler, ledger.store);
    } finally {
      await reconciler.close();
    }
  } finally {
    await ledger.close();
  }
}

/** Where the ledger is, for the log; another existing ledger is a warning. Throws if it is in the wrong location. */
async function logLedger({ step }: Run, account: string, ledger: LedgerStore): Promise<void> {
  const located = await ledger.location?.();
  if (located === undefined) return;
  step.log(`Ledger of ${terminalLine(account)}: ${terminalLine(located.path)}\n`);
  if (located.other === undefined) return;
  const text = `There is another ledger for ${account} in ${located.other}. ${located.path} is used; remove the wrong one.`;
  step.annotate([`::warning title=ledger-elsewhere::${commandData(text)}`]);
}

/** Variables that the files may use: the credentials, and the environment without the tokens of the workflow itself. */
export function configurationEnv({ env, inputs }: Pick<Run, 'env' | 'inputs'>): Run['env'] {
  const hidden = /^(INPUT_|ACTIONS_|GITHUB_TOKEN$|GH_TOKEN$)/;
  const seen = Object.entries(env).filter(([name]) => !hidden.test(name));
  const given = inputs.credentials.map(({ name, value }) => [name, value.reveal()] as const);
  return Object.fromEntries([...seen, ...given]);
}

export function planOptions({ inputs }: Run) {
  const { target, overwrite, allow, concurrency } = inputs;
  return { targets: target, overwrite, allow, concurrency };
}
