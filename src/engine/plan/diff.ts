/** The one generic differ: declared fields of a resource against the account and the last apply. */

import { defined } from '../../contract/defined.ts';
import type { FieldChange } from '../../model/change.ts';
import type { FieldRule } from '../../model/field-rule.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { ForeignOption } from '../../model/option.ts';
import { equalField } from '../compare.ts';
import {
  type Because,
  type DiffInput,
  type FieldDiff,
  type FieldRisk,
  type StayingEntries,
  text,
} from '../field-diff.ts';
import { planOptions } from '../options/plan.ts';

export interface Diff {
  readonly fields: readonly FieldChange[];
  /** Every owned field after the change. */
  readonly after: Fields;
  /** Values that the ledger records after the change: declared fields only. */
  readonly record: Fields;
  readonly because: Because;
  readonly risks: readonly FieldRisk[];
  /** Fields that changed in the account and are kept. */
  readonly held: readonly FieldChange[];
  /** Options of others in a list that is left as it is. */
  readonly foreign: readonly ForeignOption[];
  /** Retired options that the account has, if they are the only difference. */
  readonly retires: readonly string[];
  /** Entries of lists that left the files, and that no call removes. */
  readonly stays: readonly StayingEntries[];
}

export function diffResource(input: DiffInput): Diff {
  const parts = listFieldDiffs(input);
  // Most resources of a plan.
  if (parts.every(isPlain))
    return { ...NOTHING, ...collectValues(parts), because: input.live === undefined ? 'missing' : 'in-sync' };
  const differing = parts.filter((part) => part.change !== undefined);
  const held =
    input.hold && input.live !== undefined ? differing.filter((part) => part.because === 'account-changed') : [];
  const changing = differing.filter((part) => !held.includes(part));
  return {
    fields: changing.flatMap((part) => part.change ?? []),
    ...collectValues(parts, held),
    because: input.live === undefined ? 'missing' : together(changing.map((part) => part.because)),
    risks: changing.flatMap((part) => part.risks),
    held: parts.flatMap((part) => (held.includes(part) ? part.change : part.held) ?? []),
    retires: changing.length === 1 ? (changing[0]?.retires ?? []) : [],
    foreign: parts.filter((part) => !changing.includes(part)).flatMap((part) => part.foreign ?? []),
    stays: parts.flatMap((part) => part.stays ?? []),
  };
}

/** True if the difference needs no explanation except its values. */
function isPlain({ change, held, stays, foreign = [] }: FieldDiff): boolean {
  return change === undefined && held === undefined && stays === undefined && foreign.length === 0;
}

const NOTHING = {
  fields: [],
  risks: [],
  held: [],
  foreign: [],
  retires: [],
  stays: [],
} as const;

function collectValues(parts: readonly FieldDiff[], held: readonly FieldDiff[] = []): Pick<Diff, 'after' | 'record'> {
  const after: Record<string, Json> = {};
  const record: Record<string, Json> = {};
  for (const part of parts) {
    after[part.field] = held.includes(part) ? part.live : part.after;
    if (part.record !== undefined) record[part.field] = part.record;
  }
  return { after, record };
}

/** A list that the file does not declare comes last. */
function listFieldDiffs(input: DiffInput): readonly FieldDiff[] {
  const parts: FieldDiff[] = [];
  const last: FieldDiff[] = [];
  const rules = input.kind.fields;
  for (const field of Object.keys(rules)) {
    const [rule, declared] = [rules[field], input.spec[field]];
    if (rule === undefined) continue;
    if (rule.compare === 'options') {
      const part = planOptions(field, rule.list, input);
      if (part !== undefined) (declared === undefined ? last : parts).push(part);
    } else if (declared !== undefined) parts.push(diffValue(field, rule, declared, input));
  }
  return [...parts, ...last];
}

function diffValue(field: string, rule: FieldRule, declared: Json, input: DiffInput): FieldDiff {
  const live = input.live?.[field];
  const equal = input.live !== undefined && equalField(rule, declared, live);
  const base = { field, live: live ?? null, after: declared, record: declared };
  if (equal) return { ...base, change: undefined, because: 'in-sync', risks: [] };
  const risky = rule.risk !== undefined && live !== undefined;
  return {
    ...base,
    change: { field, ...defined({ before: live }), after: declared },
    because: decideBecause(rule, declared, live, input.applied?.[field]),
    risks: risky
      ? [{ risk: rule.risk, detail: `${field} changes from ${text(live)} to ${text(declared)}`, consented: false }]
      : [],
  };
}

function decideBecause(rule: FieldRule, declared: Json, live: Json | undefined, applied: Json | undefined): Because {
  if (live === undefined) return 'value-unknown';
  if (applied === undefined || equalField(rule, applied, live)) return 'file-differs';
  return equalField(rule, declared, applied) ? 'account-changed' : 'both-changed';
}

/** Combines the reasons of all fields into one. */
function together(reasons: readonly Because[]): Because {
  const distinct = new Set(reasons);
  if (distinct.size === 0) return 'in-sync';
  if (distinct.has('both-changed') || (distinct.has('file-differs') && distinct.has('account-changed')))
    return 'both-changed';
  if (distinct.has('account-changed')) return 'account-changed';
  return distinct.has('file-differs') ? 'file-differs' : 'value-unknown';
}
