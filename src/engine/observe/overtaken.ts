/**
 * What the ledger keeps of a resource that an open call left neither as it was before nor as planned. Two readings are possible: the call
 * took effect and was changed since, or it never left. What tells them apart:
 *
 * - Only the fields in `before` are the call's own. No other field tells anything, and of each the ledger keeps what it has.
 * - An own field (in a list: an option) shows the effect where it is as planned and was not before. Then all of the call took effect: the
 *   ledger keeps what was sent, and what is not as sent counts as drift.
 * - Where none does, an own field (option) that is as before shows no effect: the ledger keeps what it has. One that is neither as before nor
 *   as planned is kept as sent, so that it counts as drift and is not overwritten as if the file alone had changed.
 * - What a create was to make and is otherwise may be somebody else's, unless a call of the same run made it before.
 */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import { equalJson, type Fields, type Json } from '../../model/json.ts';
import type { FieldRule } from '../../model/kind.ts';
import type { Intention, LedgerRecord } from '../../model/ledger.ts';
import type { Option } from '../../model/option.ts';
import { asOptions, equalField, sameOption } from '../compare.ts';
import type { KindLookup } from '../kind-lookup.ts';
import type { Found } from './shared-reads.ts';
import { isAnother } from './standing.ts';

export interface Overtaken {
  readonly record: LedgerRecord;
  /** A field or an option shows that the call took effect. */
  readonly tookEffect: boolean;
}

/**
 * Of an address that stands as neither planned nor before; `known` is what the ledger has of it. Undefined where the ledger stays as it is:
 * nothing is there, or another one; the call was to remove it; or nothing that it sent was changed.
 */
export function overtaken(
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
    const value = leftOf(rule, field, sides, { was: was[field], sent: sent.fields[field] });
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

/** Whether the account has something that the call changed. */
function shows(rule: FieldRule, field: string, { before, expects, live }: Sides): boolean {
  const [was, planned, now] = [before[field], expects[field], live[field]];
  if (was === undefined || planned === undefined || now === undefined) return false;
  if (rule.compare !== 'options') return equalField(rule, planned, now) && !equalField(rule, planned, was);
  const [earlier, present] = [optionsOf(was), optionsOf(now)];
  return asOptions(planned).some(
    (option) => isSame(option, present.get(option.value)) && !isSame(option, earlier.get(option.value)),
  );
}

interface Recorded {
  readonly was: Json | undefined;
  readonly sent: Json | undefined;
}

/** Of an own field that is neither as before nor as planned what was sent; of every other one what was recorded. */
function leftOf(rule: FieldRule, field: string, { before, live }: Sides, recorded: Recorded): Json | undefined {
  const { was, sent } = recorded;
  const [earlier, now] = [before[field], live[field]];
  if (sent === undefined || earlier === undefined || now === undefined) return was;
  if (rule.compare === 'options') return optionsLeft(recorded, optionsOf(earlier), optionsOf(now));
  return equalField(rule, earlier, now) ? was : sent;
}

/** The same of each option. One that is not there counts as taken away where it was there before, and is still declared. */
function optionsLeft(
  recorded: Recorded,
  before: ReadonlyMap<string, Option>,
  live: ReadonlyMap<string, Option>,
): readonly Option[] {
  const [was, sent] = [optionsOf(recorded.was), optionsOf(recorded.sent)];
  return [...new Map([...was, ...sent]).values()].flatMap((option): readonly Option[] => {
    const { value } = option;
    const [earlier, now] = [before.get(value), live.get(value)];
    if (now === undefined) return earlier !== undefined && sent.has(value) ? [option] : [];
    if (earlier === undefined || !isSame(earlier, now)) return [option];
    const known = was.get(value);
    return known === undefined ? [] : [known];
  });
}

function optionsOf(list: Json | undefined): ReadonlyMap<string, Option> {
  return new Map(asOptions(list).map((option) => [option.value, option]));
}

/** Wherever it stands in the list. */
function isSame({ displayOrder: _, ...option }: Option, other: Option | undefined): boolean {
  return other !== undefined && sameOption(option, other);
}
