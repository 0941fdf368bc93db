/** What the commands of the Action share: the inputs, the event, the connection to the Git host, and the project. */

import type { Clock, Transport } from '../client/index.ts';
import type { TrueupError } from '../errors.ts';
import type { Trees } from '../github/trees.ts';
import { accountNames, type Project } from '../index.ts';
import type { Elsewhere } from './base-elsewhere.ts';
import type { CheckedOut } from './checkout.ts';
import type { RunEvent } from './event.ts';
import type { HostAccess } from './host-access.ts';
import type { Inputs } from './inputs.ts';
import type { Step } from './step.ts';
import type { Watched } from './touched.ts';

export type { HostAccess } from './host-access.ts';

/** The configuration before the change that started the run. */
export type Base =
  /** The event is no change of anything: a dispatch, a schedule, a new branch. */
  | { readonly state: 'none' }
  /** There was no configuration in this folder before this change. */
  | ({ readonly state: 'new' } & Around)
  | ({
      readonly state: 'unreadable';
      /** Absent where even that is unknown. */
      readonly commit?: string;
    } & Unreadable)
  | ({
      readonly state: 'read';
      readonly project: Project;
      /** What a commit has to touch to change what is read. */
      readonly places: readonly Watched[];
    } & Around);

export interface Unreadable {
  readonly reason: string;
  readonly hint?: string;
  /** Set where the Git host did not answer: it may tell later. */
  readonly unanswered?: TrueupError;
}

interface Around {
  readonly commit: string;
  /** The rest of the same commit, read once. */
  elsewhere(): Promise<Elsewhere | Unreadable>;
}

export interface Run {
  readonly inputs: Inputs;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly step: Step;
  readonly event: RunEvent;
  readonly checkout: CheckedOut;
  readonly clock: Clock;
  /** To addresses other than the service's. */
  readonly transport: Transport;
  readonly signal: AbortSignal;
  /** Absolute folder that the Git host's runner gave to the job. */
  readonly workspace: string;
  /** Absolute folder that file names are relative to. */
  readonly cwd: string;
  /** The same relative to the root of the repository, with slashes. */
  readonly folder: string;
  readonly project: Project;
  /** Address of this run, for people. */
  readonly runUrl: string | undefined;
  /** Throws UsageError when there is no token or no repository. */
  host(): HostAccess;
  /** Folders of the repository on the Git host, each read once in a run. Throws what `host` throws. */
  trees(): Trees;
  /** What a commit says of the configuration; each is read once, unless it could not be. */
  at(commit: string): Promise<Base>;
  /** What the change is compared with, read once. */
  base(): Promise<Base>;
}

/** Name of the one account that the environment defines. */
const ENVIRONMENT_ACCOUNT = 'default';

export function accountsOf({ inputs, project }: Run): readonly string[] {
  if (inputs.account.length > 0) return inputs.account;
  const names = accountNames(project);
  return names.length > 0 ? names : [ENVIRONMENT_ACCOUNT];
}

/** Whether anything says that there are these accounts: no file was read that could name others. */
export function knowsAccounts({ inputs, project }: Run): boolean {
  return inputs.account.length > 0 || project.files.length > 0;
}

export function planOptions({ inputs }: Run) {
  const { target, overwrite, allow, concurrency } = inputs;
  return { targets: target, overwrite, allow, concurrency };
}
