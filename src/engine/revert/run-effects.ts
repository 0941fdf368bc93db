/** What one run did to each address, call by call: the values before and after. Pure. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { AppliedCall, RunHistory } from '../../model/ledger.ts';
import { equalField } from '../compare.ts';
import { kindLookup } from '../kind-lookup.ts';
import { leftOptions } from '../options/record.ts';

export interface Overwritten {
  /** Absent: nobody knew it. */
  readonly before?: Json;
  /** Absent: it went with the resource. */
  readonly after?: Json;
}

export interface RunEffect {
  readonly address: Address;
  readonly kind: Kind;
  /** Before the run, as far as could be seen. */
  readonly existed: boolean;
  readonly exists: boolean;
  /** The fields that it changed; all of them when the resource came or went. */
  readonly fields: ReadonlyMap<string, Overwritten>;
  /** What the ledger had before the run; null: nothing. */
  readonly recorded: Fields | null;
  /** Of several runs: fields that somebody else changed after one of them and before the next. */
  readonly between: readonly string[];
}

/** Sorted by address. */
export function effectsOf({ calls }: RunHistory, kinds: readonly Kind[]): readonly RunEffect[] {
  const { kindOf } = kindLookup(kinds);
  const byAddress = new Map<Address, AppliedCall[]>();
  for (const call of calls)
    for (const address of call.covers) byAddress.set(address, [...(byAddress.get(address) ?? []), call]);
  return [...byAddress]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([address, own]) => {
      const kind = kindOf(address);
      return kind === undefined ? [] : effectOf(address, kind, own);
    });
}

function effectOf(address: Address, kind: Kind, calls: readonly AppliedCall[]): readonly RunEffect[] {
  const [first, last] = [calls[0], calls.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [before, after] = [first.before[address] ?? null, last.expects[address] ?? null];
  const whole = before === null || after === null;
  const fields = Object.entries(kind.fields).flatMap(([field, rule]): [string, Overwritten][] => {
    const found = firstOf(calls, address, field);
    if (found === undefined) return [];
    const left = after === null ? undefined : leftBy(last, address, field, rule.compare === 'options');
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

/** What the first call that overwrote the field found there; undefined when none did. */
function firstOf(
  calls: readonly AppliedCall[],
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

/** What the service made of a value is in the record; a record of options has only ours, so it tells their form in the planned list. */
function leftBy(call: AppliedCall, address: Address, field: string, options: boolean): Json | undefined {
  const [recorded, expected] = [call.records[address]?.[field], call.expects[address]?.[field]];
  if (recorded === undefined || expected === undefined) return recorded ?? expected;
  return options ? leftOptions(expected, recorded) : recorded;
}
