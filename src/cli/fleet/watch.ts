/** Prints lines about the progress of rollouts while a command runs. */

import { systemClock } from '../../client/index.ts';
import { jsonText } from '../../model/json.ts';
import { momentToSecond } from '../../model/moment.ts';
import type { Phase } from '../../model/rollout.ts';
import type { RolloutStatus } from '../../model/rollout-status.ts';
import { terminalLine } from '../../report/escape.ts';
import { progressWords } from '../../report/text/rollout-words.ts';
import type { OpenedFleet } from './open.ts';

const WATCH_MS = 2_000;

/** Prints each change to stdout until the rollout is over, a person has to act, or a signal comes. */
export async function watchStatus({ context, flags, read }: OpenedFleet, rollout: string): Promise<void> {
  for (let last = ''; ; ) {
    const seen = await read.status(rollout);
    const words = progressWords(seen);
    if (words !== last) context.out(`${flags.json === true ? jsonText(seen) : formatStatusLine(seen)}\n`);
    last = words;
    const isOver = seen.waitsFor === null || ['approval', 'replan', 'start', 'person'].includes(seen.waitsFor.what);
    if (isOver || context.signal.aborted) return;
    await systemClock.sleep(WATCH_MS, context.signal).catch(() => undefined);
  }
}

const PROGRESS_MS = 10_000;

/** Notes on stderr the changes of rollouts that were in one of the phases, every ten seconds and at the end. */
export function noteProgress(
  { context, flags, read }: OpenedFleet,
  phases: readonly Phase[],
): { end(): Promise<void> } {
  if (flags.quiet === true || flags.json === true) return { end: async () => undefined };
  const told = new Map<string, string>();
  const look = async (): Promise<void> => {
    for (const { rollout, phase } of await read.rollouts()) {
      if (!told.has(rollout) && !phases.includes(phase)) continue;
      const seen = await read.status(rollout);
      if (told.get(rollout) !== progressWords(seen)) context.note(formatStatusLine(seen));
      told.set(rollout, progressWords(seen));
    }
  };
  const ended = new AbortController();
  const run = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      // The command itself reports a failing database.
      await look().catch(() => undefined);
      await systemClock.sleep(PROGRESS_MS, ended.signal).catch(() => undefined);
    }
    await look().catch(() => undefined);
  };
  const running = run();
  return {
    end: () => {
      ended.abort();
      return running;
    },
  };
}

function formatStatusLine(seen: RolloutStatus): string {
  return terminalLine(`${momentToSecond(seen.at)}  ${seen.rollout.slice(0, 8)}  ${progressWords(seen)}`);
}
