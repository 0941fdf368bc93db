/** Finds a recorded run by its id, as people type it. */

import { UsageError } from '../errors.ts';
import type { Advice } from '../model/fix.ts';
import type { RunHistory } from '../model/ledger.ts';

/** The run with this id or the only one whose id begins so; the newest without any. Throws UsageError. */
export function findRun(history: readonly RunHistory[], id: string | undefined): RunHistory {
  const [newest] = history;
  if (newest === undefined) {
    throw new UsageError('run-unknown', 'No recorded run changed anything, so there is nothing to revert.', {
      hint: 'Runs are recorded only while the ledger and its history are kept.',
    });
  }
  if (id === undefined) return newest;
  const found = history.filter(({ run }) => run === id || run.startsWith(id));
  const run = found.find((one) => one.run === id) ?? found[0];
  if (run !== undefined && (found.length === 1 || run.run === id)) return run;
  const known: Advice = { fix: [{ action: 'list-runs' }] };
  throw run === undefined
    ? new UsageError('run-unknown', `Unknown run ${id}.`, known)
    : new UsageError('run-ambiguous', `${found.length} runs start with ${id}.`, known);
}
