/** Marks accounts of a rollout to be tried again, if no other rollout has taken them. */

import { defined } from '../../contract/defined.ts';
import { UsageError } from '../../errors.ts';
import type { FailedFor } from '../../model/rollout.ts';
import { requireNotReverted, rolloutNamed } from '../coordinator/advance.ts';
import { listQueues, sendRuns } from '../coordinator/send-jobs.ts';
import type { Asking, Database } from '../database/database.ts';
import { ADVANCE } from '../queue/names.ts';
import { lockRollout, lockStarts } from '../store/lock-statements.ts';
import { insertEvent } from '../store/rollout-statements.ts';
import { readTargets } from '../store/target-statements.ts';
import { changeEach, NOTHING } from './settle.ts';

export interface Retrying {
  /** Null: any. */
  readonly because: FailedFor | null;
  /** Name of the person, for the event. */
  readonly by?: string | undefined;
}

/**
 * Marks the accounts and writes an event. Returns their number, without accounts that a newer rollout has taken. Throws UsageError
 * `rollout-refused`, and `rollout-superseded` if a newer rollout has taken all of them.
 */
export async function retryTargets(id: string, { because, by }: Retrying, database: Database): Promise<number> {
  const { digest } = await rolloutNamed(database, id);
  return database.transaction(listQueues({ digest }), async (transaction) => {
    await transaction.query(lockStarts());
    await transaction.query(lockRollout(id, 'share'));
    await requireRetriable(id, transaction);
    const change = { event: () => ({ kind: 'retry' }) as const, told: NOTHING };
    const tried = await changeEach({ kind: 'to-retry', rollout: id, because, taken: false }, transaction, change);
    if (tried.length === 0) {
      requireNoneTaken(await transaction.query(readTargets({ kind: 'to-retry', rollout: id, because, taken: true })));
      return 0;
    }
    const reason = because === null ? '' : `, for the reason ${because}`;
    const message = `${tried.length} ${tried.length === 1 ? 'account' : 'accounts'}${reason}`;
    await transaction.query(insertEvent(id, { kind: 'retry', message, ...defined({ by }) }));
    await sendRuns({ id, digest }, transaction);
    await transaction.send(ADVANCE, [{ rollout: id }]);
    return tried.length;
  });
}

async function requireRetriable(id: string, asking: Asking): Promise<void> {
  const row = await rolloutNamed(asking, id);
  requireNotReverted(row, 'none of its accounts can be tried again');
  if (row.phase !== 'aborted') return;
  throw new UsageError('rollout-refused', 'The rollout is aborted, so none of its accounts can be tried again.', {
    hint: 'Plan the fleet again.',
  });
}

function requireNoneTaken({ length: accounts }: readonly unknown[]): void {
  if (accounts === 0) return;
  const them = accounts === 1 ? '1 account' : `${accounts} accounts`;
  throw new UsageError(
    'rollout-superseded',
    `A newer rollout has taken ${them} of this rollout, so none of its accounts can be tried again.`,
    {
      hint: 'Plan the fleet again.',
    },
  );
}
