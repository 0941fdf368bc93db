/**
 * Decides the record of a resource that is neither as an open call planned it nor as before. Either the call took effect and the resource
 * changed later, or the call never arrived:
 *
 * - Only the fields in `before` belong to the call. Every other field keeps its record.
 * - A field of the call (in a list: an option) shows the effect if it is as planned and was different before. Then the whole call took
 *   effect: the ledger records the sent values, and a different value is drift.
 * - Without such a field, a field that is as before keeps its record. A field that is neither as before nor as planned is recorded as sent,
 *   so that it is drift and no change of the file.
 * - A resource of a create that differs may belong to another user, unless an earlier call of the same run made it.
 */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { FieldRule } from '../../model/field-rule.ts';
import { equalJson, type Fields, type Json } from '../../model/json.ts';
import type { Intention, LedgerRecord } from '../../model/ledger.ts';
import type { Option } from '../../model/option.ts';
import { asOptions, equalField, sameOption } from '../compare.ts';
import type { KindLookup } from '../kind-lookup.ts';
import type { Found } from './reread.ts';
import { isAnother } from './standing.ts';

export interface Overtaken {
  readonly record: LedgerRecord;
  /** A field or an option shows that the call took effect. */
  readonly tookEffect: boolean;
}

/**
 * Decides for an address that is neither as planned nor as before. `known` is its record. Returns undefined if the ledger stays as it is:
 * the resource is missing or another one, the call was a removal, or no value of the call has changed.
 */
export function decideOvertaken(
  run: KindLookup,
  intention: Intention,
  address: Address,
  { found, known }: { readonly found: Found; readonly known: LedgerRecord | undefined },
): Overtaken | undefined {
  const [kind, live] = [run.kindOf(address), found.get(address)];
  const [sent, expects] = [intention.records[address] ?? null, intention.expects[address] ?? null];
  if (kind === undefined || live === undefined || sent === null || expects === null) return undefined;
  if (isAnother(run, intention, address, found)) return undefined;
  const before = intention.before[address] ?? null;
  const kept = { ...sent, ...defined({ id: live.id }), basis: 'recorded' } as const;
  if (before === null) {
    const isOwn = known !== undefined && known.run === sent.run;
    return isOwn ? undefined : { record: { ...kept, found: 'changed' }, tookEffect: false };
  }
  const sides = { before, expects, live: live.fields };
  const rules = Object.entries(kind.fields);
  if (rules.some(([field, rule]) => shows(rule, field, sides))) return { record: kept, tookEffect: true };
  const was = known?.fields ?? {};
  const left = rules.flatMap(([field, rule]) => {
    const value = selectRecordedValue(rule, field, sides, { was: was[field], sent: sent.fields[field] });
    return value === undefined ? [] : [[field, value] as const];
  });
  const fields = Object.fromEntries(left);
  return equalJson(fields, was) ? undefined : { record: { ...kept, fields }, tookEffect: false };
}

/** Values before the call, after it, and now. */
interface Sides {
  readonly before: Fields;
  readonly expects: Fields;
  readonly live: Fields;
}

/** True if the account has a value that the call changed. */
function shows(rule: FieldRule, field: string, { before, expects, live }: Sides): boolean {
  const [was, planned, now] = [before[field], expects[field], live[field]];
  if (was === undefined || planned === undefined || now === undefined) return false;
  if (rule.compare !== 'options') return equalField(rule, planned, now) && !equalField(rule, planned, was);
  const [earlier, present] = [indexOptions(was), indexOptions(now)];
  return asOptions(planned).some(
    (option) => isSame(option, present.get(option.value)) && !isSame(option, earlier.get(option.value)),
  );
}

interface Recorded {
  readonly was: Json | undefined;
  readonly sent: Json | undefined;
}

/** Returns the sent value for a field that is neither as planned nor as before, and the recorded value for any other field. */
function selectRecordedValue(
  rule: FieldRule,
  field: string,
  { before, live }: Sides,
  recorded: Recorded,
): Json | undefined {
  const { was, sent } = recorded;
  const [earlier, now] = [before[field], live[field]];
  if (sent === undefined || earlier === undefined || now === undefined) return was;
  if (rule.compare === 'options') return optionsLeft(recorded, indexOptions(earlier), indexOptions(now));
  return equalField(rule, earlier, now) ? was : sent;
}

/** Does the same for each option. A missing option counts as removed if it existed before the call and is still declared. */
function optionsLeft(
  recorded: Recorded,
  before: ReadonlyMap<string, Option>,
  live: ReadonlyMap<string, Option>,
): readonly Option[] {
  const [was, sent] = [indexOptions(recorded.was), indexOptions(recorded.sent)];
  return [...new Map([...was, ...sent]).values()].flatMap((option): readonly Option[] => {
    const { value } = option;
    const [earlier, now] = [before.get(value), live.get(value)];
    if (now === undefined) return earlier !== undefined && sent.has(value) ? [option] : [];
    if (earlier === undefined || !isSame(earlier, now)) return [option];
    const known = was.get(value);
    return known === undefined ? [] : [known];
  });
}

function indexOptions(list: Json | undefined): ReadonlyMap<string, Option> {
  return new Map(asOptions(list).map((option) => [option.value, option]));
}

/** Compares two options without their position. */
function isSame({ displayOrder: _, ...option }: Option, other: Option | undefined): boolean {
  return other !== undefined && sameOption(option, other);
}
