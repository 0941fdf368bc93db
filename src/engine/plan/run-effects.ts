/** The effect of one run on each address, call by call: the values before and after. Pure. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { AppliedCall } from '../../model/ledger.ts';
import { equalField } from '../compare.ts';
import { kindLookup } from '../kind-lookup.ts';

export interface Overwritten {
  /** Value before the run. Absent if it was unknown. */
  readonly before?: Json;
  /** Absent: it went with the resource. */
  readonly after?: Json;
}

export interface RunEffect {
  readonly address: Address;
  readonly kind: Kind;
  /** True if the resource was seen before the run. */
  readonly existed: boolean;
  readonly exists: boolean;
  /** The fields that it changed; all of them when the resource came or went. */
  readonly fields: ReadonlyMap<string, Overwritten>;
  /** Fields of the record before the run; null if there was none. */
  readonly recorded: Fields | null;
  /** Fields that another user changed between two of the runs. */
  readonly between: readonly string[];
}

/** The part of a call that tells its effect. */
type EffectiveCall = Pick<AppliedCall, 'covers' | 'writes' | 'before' | 'expects' | 'recorded' | 'records'>;

/** Sorted by address. */
export function listRunEffects(
  { calls }: { readonly calls: readonly EffectiveCall[] },
  kinds: readonly Kind[],
): readonly RunEffect[] {
  const { kindOf } = kindLookup(kinds);
  const byAddress = new Map<Address, EffectiveCall[]>();
  for (const call of calls)
    for (const address of call.covers) byAddress.set(address, [...(byAddress.get(address) ?? []), call]);
  return [...byAddress]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([address, own]) => {
      const kind = kindOf(address);
      return kind === undefined ? [] : buildEffect(address, kind, own);
    });
}

function buildEffect(address: Address, kind: Kind, calls: readonly EffectiveCall[]): readonly RunEffect[] {
  const [first, last] = [calls[0], calls.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [before, after] = [first.before[address] ?? null, last.expects[address] ?? null];
  const whole = before === null || after === null;
  const fields = Object.entries(kind.fields).flatMap(([field, rule]): [string, Overwritten][] => {
    const found = findFirstOverwritten(calls, address, field);
    if (found === undefined) return [];
    const left = after === null ? undefined : findLeftValue(last, address, field, rule.compare === 'options');
    const value: Overwritten = { ...found, ...defined({ after: left }) };
    const changed =
      value.after === undefined ? whole : value.before === undefined || !equalField(rule, value.after, value.before);
    return changed ? [[field, value]] : [];
  });
  return [
    {
      address,
      kind,
      existed: before !== null,
      exists: after !== null,
      fields: new Map(fields),
      recorded: first.recorded[address] ?? null,
      between: [],
    },
  ];
}

/** Returns the value that the first overwriting call found. Returns undefined if no call overwrote the field. */
function findFirstOverwritten(
  calls: readonly EffectiveCall[],
  address: Address,
  field: string,
): Pick<Overwritten, 'before'> | undefined {
  for (const call of calls) {
    const before = call.before[address]?.[field];
    if (before !== undefined) return { before };
    const written = call.writes.includes(field) && call.expects[address]?.[field] !== undefined;
    if (written) return {};
  }
  return undefined;
}

/** Returns the value that the call left. A record of options has only our options, so the planned list counts. */
function findLeftValue(call: EffectiveCall, address: Address, field: string, isList: boolean): Json | undefined {
  const [recorded, expected] = [call.records[address]?.[field], call.expects[address]?.[field]];
  return isList ? (expected ?? recorded) : (recorded ?? expected);
}
