/** Parts that the commands of the Action share: inputs, event, connection to the Git host, and project. */

import type { Clock, Transport } from '../client/index.ts';
import { accountNames } from '../faces.ts';
import type { GitHub } from '../github/client.ts';
import type { Repository } from '../github/repository.ts';
import type { Project } from '../index.ts';
import type { RunEvent } from './event.ts';
import type { Inputs } from './inputs.ts';
import type { Step } from './step.ts';

/** The repository of the run on the Git host, and the way to ask about it. */
export interface HostAccess {
  readonly github: GitHub;
  readonly repository: Repository;
}

export interface Checkout {
  /** Folder with `.git`, with resolved links. Undefined if the files are not in a repository. */
  readonly top: string | undefined;
  /** Empty if there is none. */
  readonly commit: string;
  /** `unclear`: of a merge queue, and not confirmed. It would be merged unchecked, so the step fails. */
  readonly trust: 'confirmed' | 'foreign' | 'unclear';
  /** A clause without a full stop. */
  readonly why: string;
}

export interface Run {
  readonly inputs: Inputs;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly step: Step;
  readonly event: RunEvent;
  readonly checkout: Checkout;
  readonly clock: Clock;
  /** Transport for addresses other than the service. */
  readonly transport: Transport;
  readonly signal: AbortSignal;
  /** Absolute folder that the Git host's runner gave to the job. */
  readonly workspace: string;
  /** Absolute folder that file names are relative to. */
  readonly cwd: string;
  /** Folder relative to the root of the repository, with slashes. */
  readonly folder: string;
  readonly project: Project;
  /** Address of this run, for people. */
  readonly runUrl: string | undefined;
  /** Throws UsageError without a token or a repository. */
  host(): HostAccess;
}

/** Subject of comments, issues and check runs. */
export interface Subject {
  readonly account: string;
  /** Folder of the project, so that two projects in one repository stay separate. */
  readonly folder: string;
}

/** Name of the one account that the environment defines. */
const ENVIRONMENT_ACCOUNT = 'default';

export function accountsOf({ inputs, project }: Run): readonly string[] {
  if (inputs.account.length > 0) return inputs.account;
  const names = accountNames(project);
  return names.length > 0 ? names : [ENVIRONMENT_ACCOUNT];
}

export function planOptions({ inputs }: Run) {
  const { target, overwrite, allow, concurrency } = inputs;
  return { targets: target, overwrite, allow, concurrency };
}

/** A commit as people read it. */
export function shortOf(commit: string): string {
  return commit.slice(0, 12);
}
