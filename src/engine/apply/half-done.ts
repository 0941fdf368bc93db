/** A change of several calls of which only the first were carried out: it is neither as it was nor as planned, and that is said. */

import { isGood } from '../../model/outcome.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { differences } from '../compare.ts';
import { RUN_AGAIN } from '../hints.ts';
import { type CallFate, type Fate, worst } from './fate.ts';
import type { Run } from './run.ts';

/** Undefined when all of the calls were carried out, or none. `fates` are those of one address, in the order of the calls. */
export function halfDone(run: Run, fates: readonly CallFate[]): Fate | undefined {
  const done = fates.filter(isGood);
  const last = done.at(-1);
  const decisive = worst(fates);
  if (last === undefined || decisive === undefined || isGood(decisive)) return undefined;
  const { address, status, message, hint = RUN_AGAIN } = decisive;
  const unknown = status === 'uncertain';
  const carriedOut = `${done.map(({ call }) => shown(call)).join(', ')} ${done.length === 1 ? 'was' : 'were'} carried out.`;
  return {
    address,
    // Skipped is what left no trace.
    status: status === 'skipped' ? 'failed' : status,
    message: `${carriedOut} Of ${shown(decisive.call)}: ${message}`,
    hint,
    fields: decisive.fields ?? (unknown ? [] : missing(run, last, fates.at(-1)?.call)),
  };
}

/** What the last call of all would have left, against what the last one that was carried out left. */
function missing(run: Run, { address, call }: CallFate, final: PlannedCall | undefined): Fate['fields'] & object {
  const [planned, left] = [final?.expects[address], call.expects[address]];
  const kind = run.kindOf(address);
  return kind === undefined || planned == null || left == null ? [] : differences(kind, planned, left);
}

function shown({ id, method, path }: PlannedCall): string {
  return `${method} ${path} (${id})`;
}
