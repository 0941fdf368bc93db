/** The outcome of each change, from the results of its calls and of the final check. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Change } from '../../model/change.ts';
import type { LeftOut, Outcome } from '../../model/outcome.ts';
import { type CallEnd, type CallResult, partialResult, type ResultWithCall, worst } from './call-result.ts';
import type { Run } from './run.ts';

/** Everything that a run has seen after its last call. */
export interface RunSight {
  readonly ends: readonly CallEnd[];
  /** Results of the final check, which replace those of the replies. */
  readonly seen: ReadonlyMap<Address, CallResult>;
}

export function outcomesOf(run: Run, changes: readonly Change[], { ends, seen }: RunSight): readonly Outcome[] {
  const results = resultsByAddress(ends);
  return changes.map((change) => outcomeOf(run, change, results.get(change.address) ?? [], seen.get(change.address)));
}

export function leftOut({ address, because, reason }: Change): LeftOut {
  return { address, because, reason };
}

function resultsByAddress(ends: readonly CallEnd[]): ReadonlyMap<Address, readonly ResultWithCall[]> {
  const all = ends.flatMap(({ call, results }) => results.map((result) => ({ ...result, call })));
  return Map.groupBy(all, ({ address }) => address);
}

function outcomeOf(
  run: Run,
  change: Change,
  results: readonly ResultWithCall[],
  seen: CallResult | undefined,
): Outcome {
  const { address, action } = change;
  const decisive = worst(results);
  if (decisive === undefined) {
    const message = 'Dropped from the ledger; the account was not changed.';
    return action === 'forget'
      ? { address, action, status: 'applied', message }
      : { address, action, status: 'failed', message: 'The plan has no call for it.', hint: 'Create a new plan.' };
  }
  const { status, message, hint, fix, fields, failure } = seen ?? partialResult(run, results) ?? decisive;
  return {
    address,
    action,
    status,
    message,
    ...defined({ hint, fix }),
    call: decisive.call.id,
    ...defined({ fields, failure }),
  };
}
