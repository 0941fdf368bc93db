/** Converts runs to current addresses. The ledger may have renamed their resources since. Pure. */

import type { Address } from '../../model/address.ts';
import type { AppliedCall, RunHistory } from '../../model/ledger.ts';

/** `renamed` has the current address by the address in a run. Other addresses stay. */
export function renamedRuns(
  [newest, ...others]: readonly [RunHistory, ...RunHistory[]],
  renamed: ReadonlyMap<Address, Address>,
): readonly [RunHistory, ...RunHistory[]] {
  return [renamedRun(newest, renamed), ...others.map((run) => renamedRun(run, renamed))];
}

function renamedRun(run: RunHistory, renamed: ReadonlyMap<Address, Address>): RunHistory {
  const now = (address: Address): Address => renamed.get(address) ?? address;
  const keyed = <T>(by: Readonly<Record<Address, T>>): Record<Address, T> =>
    Object.fromEntries(Object.entries<T>(by).map(([address, value]) => [now(address as Address), value]));
  const calls = run.calls.map(
    (call): AppliedCall => ({
      ...call,
      covers: call.covers.map(now),
      before: keyed(call.before),
      expects: keyed(call.expects),
      recorded: keyed(call.recorded),
      records: keyed(call.records),
    }),
  );
  return { ...run, calls };
}
