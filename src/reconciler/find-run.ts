/** Finds recorded runs by id: one run as people type it, or several runs by their whole ids. */

import { UsageError } from '../errors.ts';
import type { Advice } from '../model/fix.ts';
import type { RunHistory } from '../model/ledger.ts';

/**
 * Finds the runs of a revert: one run by a short id, or several by whole ids, newest first. A program may pass runs that changed nothing;
 * they have no calls. Throws UsageError.
 */
export function findRuns(
  history: readonly RunHistory[],
  ids: string | readonly string[] | undefined,
): readonly [RunHistory, ...RunHistory[]] {
  if (ids === undefined || typeof ids === 'string') return [findRun(history, ids)];
  const wanted = new Set(ids);
  const found = history.filter(({ run }) => wanted.has(run));
  const known = new Set(found.map(({ run }) => run));
  const idle = [...wanted].filter((run) => !known.has(run)).map((run): RunHistory => ({ run, at: '', calls: [] }));
  const [newest, ...others] = [...found, ...idle];
  return newest === undefined ? [findRun(history, undefined)] : [newest, ...others];
}

/** The run with this id or the only one whose id begins so; the newest without any. Throws UsageError. */
function findRun(history: readonly RunHistory[], id: string | undefined): RunHistory {
  const [newest] = history;
  if (newest === undefined) {
    throw new UsageError('run-unknown', 'There is nothing to revert: every recorded run left the account unchanged.', {
      hint: 'Runs are recorded only while the ledger and its history are kept.',
    });
  }
  if (id === undefined) return newest;
  const found = history.filter(({ run }) => run === id || run.startsWith(id));
  const run = found.find((candidate) => candidate.run === id) ?? found[0];
  if (run !== undefined && (found.length === 1 || run.run === id)) return run;
  const known: Advice = { fix: [{ action: 'list-runs' }] };
  throw run === undefined
    ? new UsageError('run-unknown', `Unknown run ${id}.`, known)
    : new UsageError('run-ambiguous', `${found.length} runs start with ${id}.`, known);
}
