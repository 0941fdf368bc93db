/** Runs calls in the order of their graph: each starts as soon as its dependencies succeeded and a slot is free. */

import pLimit from 'p-limit';
import { UsageError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import { isGood } from '../../model/outcome.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { buildCallEnd, type CallEnd, type CallResult, sameResult } from './call-result.ts';

export interface ScheduleInput {
  /** Each after those it waits for. */
  readonly calls: readonly PlannedCall[];
  readonly concurrency: number;
  /** Why no further call may start. */
  readonly halted: () => string | undefined;
  readonly run: (call: PlannedCall) => Promise<CallEnd>;
  /** Returns the addresses that must exist before the resource of an address. */
  readonly dependsOn: (address: Address) => readonly Address[];
  /** Reduces the call to some of its resources. Returns undefined if that is impossible. */
  readonly partOf: (call: PlannedCall, covers: readonly Address[]) => PlannedCall | undefined;
}

/** Throws UsageError if a call waits for a call that does not precede it, or if two calls have the same id. */
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
    throw new UsageError('plan-malformed', `The plan ${what}.`, { hint: 'Create a new plan, and do not edit it.' });
  }
}

/** Runs the calls and returns their ends in the order of the calls. Independent branches continue after a failure. */
export async function schedule(input: ScheduleInput): Promise<readonly CallEnd[]> {
  const { calls, concurrency, halted, run } = input;
  const limit = pLimit(concurrency);
  const ends = new Map<string, Promise<CallEnd>>();
  for (const call of calls) ends.set(call.id, start(call));
  return Promise.all(ends.values());

  async function start(call: PlannedCall): Promise<CallEnd> {
    const before = await Promise.all(call.after.flatMap((id) => ends.get(id) ?? []));
    const hindered = findHindrances(call, before, input.dependsOn);
    const covers = call.covers.filter((address) => !hindered.has(address));
    const part = hindered.size === 0 ? call : covers.length === 0 ? undefined : input.partOf(call, covers);
    const [cause = ''] = hindered.values();
    if (part === undefined) return sameResult(call, { status: 'skipped', message: cause });
    const { results } = await limit(async () => {
      const reason = halted();
      return reason === undefined ? run(part) : sameResult(part, { status: 'skipped', message: reason });
    });
    const made = new Map(results.map((result) => [result.address, result] as const));
    return buildCallEnd(
      call,
      call.covers.map(
        (address) => made.get(address) ?? { address, status: 'skipped', message: hindered.get(address) ?? cause },
      ),
    );
  }
}

/** Returns the reason for each address that must be left out. `before` has the ends of the calls that this call waits for. */
function findHindrances(
  { covers, expects }: PlannedCall,
  before: readonly CallEnd[],
  dependsOn: (address: Address) => readonly Address[],
): ReadonlyMap<Address, string> {
  const hindered = new Map<Address, string>();
  const needs = covers.map((address) => ({ address, needed: new Set([address, ...dependsOn(address)]) }));
  for (const { call, results } of before) {
    const bad = results.filter((result) => !isGood(result));
    if (bad.length === 0) continue;
    // A call that precedes for another reason than a needed resource blocks the whole call.
    const isNeeded = needs.some(({ needed }) => results.some((result) => needed.has(result.address)));
    for (const { address, needed } of needs) {
      const holdsUp = (result: CallResult): boolean =>
        needed.has(result.address) &&
        (result.isThere !== true || result.address === address || expects[address] === null);
      const cause = isNeeded ? bad.find(holdsUp) : bad[0];
      if (cause !== undefined && !hindered.has(address)) hindered.set(address, because(cause, call));
    }
  }
  return hindered;
}

function because({ address, status }: CallResult, { id }: PlannedCall): string {
  return `It waits for ${address} (${id}), which ended as ${status}.`;
}
