/** The record of what a run may have written and somebody changed since: what is not as that run sent it counts as drift. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import { equalJson, type Fields, type Json } from '../../model/json.ts';
import type { FieldRule } from '../../model/kind.ts';
import type { Intention, LedgerRecord } from '../../model/ledger.ts';
import type { Option } from '../../model/option.ts';
import { asOptions, equalField, sameOption } from '../compare.ts';
import type { KindLookup } from '../kind-lookup.ts';
import type { Found } from './shared-reads.ts';

/**
 * Of an address that stands as neither planned nor before; `known` is what the ledger has of it. Undefined where the ledger stays as it is:
 * nothing is there, the call was to remove it, or nothing that it sent was changed.
 */
export function overtakenRecord(
  { kindOf }: KindLookup,
  intention: Intention,
  address: Address,
  { found, known }: { readonly found: Found; readonly known: LedgerRecord | undefined },
): LedgerRecord | undefined {
  const [kind, live] = [kindOf(address), found.get(address)];
  const [sent, expects] = [intention.records[address] ?? null, intention.expects[address] ?? null];
  if (kind === undefined || live === undefined || sent === null || expects === null) return undefined;
  const before = intention.before[address] ?? null;
  const kept = { ...sent, ...defined({ id: live.id }), basis: 'recorded' } as const;
  // Somebody else may have created it: what is there is not known to be ours.
  if (before === null) return { ...kept, found: 'changed' };
  const sides = { before, expects, live: live.fields };
  const rules = Object.entries(kind.fields);
  if (rules.some(([field, rule]) => shows(rule, field, sides))) return kept;
  const was = known?.fields ?? {};
  const left = rules.flatMap(([field, rule]) => {
    const value = leftOf(rule, field, sides, { was: was[field], sent: sent.fields[field] });
    return value === undefined ? [] : [[field, value] as const];
  });
  const fields = Object.fromEntries(left);
  return equalJson(fields, was) ? undefined : { ...kept, fields };
}

/** Values before the call, after it, and now. */
interface Sides {
  readonly before: Fields;
  readonly expects: Fields;
  readonly live: Fields;
}

/** Whether the account has something that the call changed: then all of it took effect. */
function shows(rule: FieldRule, field: string, { before, expects, live }: Sides): boolean {
  const [planned, now] = [expects[field], live[field]];
  if (planned === undefined || now === undefined) return false;
  if (rule.compare !== 'options') return equalField(rule, planned, now) && !equalField(rule, planned, before[field]);
  const [earlier, present] = [optionsOf(before[field]), optionsOf(now)];
  return asOptions(planned).some(
    (option) => isSame(option, present.get(option.value)) && !isSame(option, earlier.get(option.value)),
  );
}

interface Recorded {
  readonly was: Json | undefined;
  readonly sent: Json | undefined;
}

/** Of a field that somebody changed what was sent; of one that is as before what was recorded. */
function leftOf(rule: FieldRule, field: string, { before, live }: Sides, recorded: Recorded): Json | undefined {
  const { was, sent } = recorded;
  const [earlier, now] = [before[field], live[field]];
  if (sent === undefined || now === undefined) return was;
  if (rule.compare === 'options') return optionsLeft(recorded, optionsOf(earlier), optionsOf(now));
  return earlier !== undefined && equalField(rule, earlier, now) ? was : sent;
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
