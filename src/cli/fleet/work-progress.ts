/** Progress of a worker: a line when a wave or a phase changes, and else at most one in a while, with the reasons of what failed. */

import { systemClock } from '../../client/index.ts';
import type { FleetRead } from '../../fleet/index.ts';
import { momentToSecond } from '../../model/moment.ts';
import type { RolloutStatus } from '../../model/rollout-status.ts';
import { terminalLine } from '../../report/escape.ts';
import type { Context } from '../context.ts';
import { isUnderWay } from './named-rollout.ts';
import { statusLine } from './watch-status.ts';

const LOOK_MS = 2_000;
/** Between two lines of which only the numbers differ: a large fleet would fill a log. */
const QUIET_MS = 10_000;
/** Accounts that failed of which the reason is counted. */
const MOST_READ = 1_000;

export interface WorkProgress {
  /** Tells what is left to tell. */
  end(): Promise<void>;
}

interface Told {
  readonly stage: string;
  readonly line: string;
  readonly at: number;
}

export function watchWork(context: Context, read: FleetRead): WorkProgress {
  const told = new Map<string, Told>();
  const ended = new AbortController();
  const look = async (isLast: boolean): Promise<void> => {
    for (const { rollout, phase } of await read.rollouts()) {
      if (!told.has(rollout) && !isUnderWay(phase)) continue;
      const status = await read.status(rollout);
      const seen = isLast ? status : worked(status);
      const [stage, line] = [`${seen.phase} ${seen.wave}`, statusLine(seen)];
      const { stage: lastStage, line: lastLine, at = 0 } = told.get(rollout) ?? {};
      const isDue = isLast || stage !== lastStage || systemClock.elapsed() - at >= QUIET_MS;
      if (line === lastLine || !isDue) continue;
      told.set(rollout, { stage, line, at: systemClock.elapsed() });
      context.note(`${momentToSecond(seen.at)}  ${rollout.slice(0, 8)}  ${line}${await reasons(read, seen)}`);
    }
  };
  const run = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      // What is wrong with the database, the work says.
      await look(false).catch(() => undefined);
      await systemClock.sleep(LOOK_MS, ended.signal).catch(() => undefined);
    }
    await look(true).catch(() => undefined);
  };
  const running = run();
  return {
    end: async () => {
      ended.abort();
      await running;
    },
  };
}

/** Before the first heartbeat of this worker, nobody else may be there. */
function worked(status: RolloutStatus): RolloutStatus {
  if (status.waitsFor?.what !== 'worker') return status;
  return { ...status, waitsFor: { what: status.phase === 'soaking' ? 'soak' : 'accounts', until: null } };
}

/** `; failed: 3 auth, 1 refused`. */
async function reasons(read: FleetRead, { rollout, states }: RolloutStatus): Promise<string> {
  if ((states.failed ?? 0) === 0) return '';
  const failed = await read.accounts(rollout, { state: 'failed', limit: MOST_READ });
  const counted = [...Map.groupBy(failed, ({ because }) => because ?? 'unknown')].map(
    ([because, { length }]) => `${length} ${because}`,
  );
  return terminalLine(`; failed: ${counted.join(', ')}`);
}
