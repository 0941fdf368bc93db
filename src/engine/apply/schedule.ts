/** Runs calls in the order of their graph: each starts as soon as its dependencies succeeded and a slot is free. */

import pLimit from 'p-limit';
import { UsageError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import { isGood } from '../../model/outcome.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { type CallEnd, sameResult } from './call-result.ts';

export interface ScheduleInput {
  /** Each after those it waits for. */
  readonly calls: readonly PlannedCall[];
  readonly concurrency: number;
  /** Why no further call may start. */
  readonly halted: () => string | undefined;
  readonly run: (call: PlannedCall) => Promise<CallEnd>;
  /** What has to be there first for the resource of an address. */
  readonly dependsOn: (address: Address) => readonly Address[];
}

/** Throws UsageError when a call waits for one that does not precede it, or two share an id. */
export function requireGraph(calls: readonly PlannedCall[]): void {
  const known = new Set<string>();
  for (const { id, after } of calls) {
    const missing = after.find((other) => !known.has(other));
    if (missing === undefined && !known.has(id)) {
      known.add(id);
      continue;
    }
    const what =
      missing === undefined
        ? `contains the call ${id} twice`
        : `makes ${id} wait for ${missing}, which does not precede it`;
    throw new UsageError('plan-malformed', `The plan ${what}.`, { hint: 'Create a new plan instead of editing one.' });
  }
}

/** Ends in the order of the calls. Independent branches go on after a failure. */
export async function schedule(input: ScheduleInput): Promise<readonly CallEnd[]> {
  const { calls, concurrency, halted, run } = input;
  const limit = pLimit(concurrency);
  const ends = new Map<string, Promise<CallEnd>>();
  for (const call of calls) ends.set(call.id, start(call));
  return Promise.all(ends.values());

  function needsOf({ covers }: PlannedCall): ReadonlySet<Address> {
    return new Set(covers.flatMap((address) => [address, ...input.dependsOn(address)]));
  }

  async function start(call: PlannedCall): Promise<CallEnd> {
    const before = await Promise.all(call.after.flatMap((id) => ends.get(id) ?? []));
    const [cause] = before.flatMap((end) => hindranceIn(end, needsOf(call)) ?? []);
    if (cause !== undefined) return sameResult(call, { status: 'skipped', message: cause });
    return limit(async () => {
      const reason = halted();
      return reason === undefined ? run(call) : sameResult(call, { status: 'skipped', message: reason });
    });
  }
}

/** Of a batch only what the waiting call needs of it counts; of one that goes first for another reason, all of it. */
function hindranceIn({ call, results }: CallEnd, needs: ReadonlySet<Address>): string | undefined {
  const needed = results.filter(({ address }) => needs.has(address));
  const bad = (needed.length === 0 ? results : needed).find((result) => !isGood(result));
  return bad && `It waits for ${bad.address} (${call.id}), which ended as ${bad.status}.`;
}
