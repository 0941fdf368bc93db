/** A workflow run as the holder of a lock: an earlier attempt, or a run that has ended, no longer holds it. */

import { z } from 'zod';
import { CLOCK_TOLERANCE_MS, type Clock } from '../contract/clock.ts';
import type { Self } from '../ledger/disk.ts';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';

export interface WorkflowRun {
  readonly id: number;
  /** From 1; a new one starts only when the one before is over. */
  readonly attempt: number;
  readonly workflow: string;
  /** Who started it. */
  readonly actor: string;
}

const Run = z.looseObject({ status: z.string().nullable() });

/**
 * A job on machines of the host ends after six hours. Only where the host does not say whether a run is over: it knows, while
 * this machine's clock may be wrong, and jobs on machines of one's own last longer.
 */
const LONGEST_JOB_MS = 6 * 60 * 60 * 1000;

/** Undefined outside of a workflow. */
export function workflowRun(env: Readonly<Record<string, string | undefined>>): WorkflowRun | undefined {
  const id = Number(env['GITHUB_RUN_ID']);
  if (env['GITHUB_ACTIONS'] !== 'true' || !Number.isSafeInteger(id) || id <= 0) return undefined;
  return {
    id,
    attempt: Number(env['GITHUB_RUN_ATTEMPT'] ?? '1'),
    workflow: env['GITHUB_WORKFLOW'] ?? 'a workflow',
    actor: env['GITHUB_ACTOR'] ?? 'someone',
  };
}

/** The number of the run stands for the process, its attempt for when that started. */
export function runSelf(run: WorkflowRun, github: GitHub, repository: Repository, clock: Clock): Self {
  return {
    owner: `${run.actor}, workflow ${run.workflow}`,
    host: `the runners of ${repository.owner}/${repository.name}`,
    pid: run.id,
    started: String(run.attempt),
    async alive(holder) {
      const attempt = Number(holder.started);
      if (holder.pid === run.id) return attempt >= run.attempt;
      const status = await readStatus(github, repository, holder.pid, attempt);
      if (status !== undefined) return status !== 'completed';
      const age = clock.now() - Date.parse(holder.at);
      return age >= -CLOCK_TOLERANCE_MS && age <= LONGEST_JOB_MS;
    },
  };
}

/** Undefined when the host does not say: the token may lack the permission `actions: read`. */
async function readStatus(
  github: GitHub,
  repository: Repository,
  run: number,
  attempt: number,
): Promise<string | null | undefined> {
  const path = `${repositoryPath(repository)}/actions/runs/${run}/attempts/${attempt}`;
  try {
    return (await github.call({ method: 'GET', path, reply: Run })).status;
  } catch {
    return undefined;
  }
}
