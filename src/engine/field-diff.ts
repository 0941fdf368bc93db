/** One declared value against the account and the last apply; what the differ makes of any field. */

import { defined } from '../contract/defined.ts';
import type { FieldChange, ReasonCode } from '../model/change.ts';
import type { Fields, Json } from '../model/json.ts';
import type { FieldRule, Kind } from '../model/kind.ts';
import type { ForeignOption } from '../model/option.ts';
import type { RiskName } from '../model/policy.ts';
import { equalField } from './compare.ts';
import { isStored } from './stored.ts';

export interface DiffInput {
  readonly kind: Pick<Kind, 'fields'>;
  /** Declared fields and the rules beside them (optionsMode, retire). */
  readonly spec: Fields;
  /** Undefined: the resource does not exist. A field that is absent is not known. */
  readonly live: Fields | undefined;
  /** As the ledger has them; undefined when never applied. */
  readonly applied: Fields | undefined;
  /** What the service made of some of these when we wrote them. */
  readonly stored?: Fields | undefined;
  /** Leave alone what moved in the account while the file stood still. */
  readonly hold: boolean;
}

export interface FieldRisk {
  readonly risk: RiskName;
  /** What would happen, as half a sentence. */
  readonly detail: string;
  /** The declaration itself consents: a tombstone at stage remove. */
  readonly consented: boolean;
}

/** Why a field differs, or that it does not. */
export type Because = Extract<
  ReasonCode,
  'missing' | 'file-differs' | 'account-moved' | 'both-moved' | 'value-unknown' | 'in-sync'
>;

export interface FieldDiff {
  readonly field: string;
  readonly live: Json;
  readonly after: Json;
  readonly record: Json | undefined;
  readonly change: FieldChange | undefined;
  /** The live value is what the service made of this very declaration. */
  readonly isStored: boolean;
  /** What is declared, in the form in which the service stores it, where the two differ. */
  readonly form?: Json;
  /** What moved in the account and is left alone, beside what is changed. */
  readonly held?: FieldChange;
  readonly because: Because;
  readonly risks: readonly FieldRisk[];
  readonly foreign?: readonly ForeignOption[];
}

export function diffValue(field: string, rule: FieldRule, declared: Json, input: DiffInput): FieldDiff {
  const live = input.live?.[field];
  const equal = input.live !== undefined && equalField(rule, declared, live);
  const stored = !equal && isStored(input.stored?.[field], declared, { applied: input.applied?.[field], live });
  const same = equal || stored;
  const risky = rule.risk !== undefined && live !== undefined && !same;
  return {
    field,
    live: live ?? null,
    after: declared,
    record: declared,
    isStored: stored,
    ...(stored ? { form: live ?? null } : {}),
    change: same ? undefined : { field, ...defined({ before: live }), after: declared },
    because: same ? 'in-sync' : reasonOf(rule, declared, live, input.applied?.[field]),
    risks: risky
      ? [{ risk: rule.risk, detail: `${field} changes from ${text(live)} to ${text(declared)}`, consented: false }]
      : [],
  };
}

function reasonOf(rule: FieldRule, declared: Json, live: Json | undefined, applied: Json | undefined): Because {
  if (live === undefined) return 'value-unknown';
  if (applied === undefined || equalField(rule, applied, live)) return 'file-differs';
  return equalField(rule, declared, applied) ? 'account-moved' : 'both-moved';
}

/** A value as a sentence shows it. */
export function text(value: Json | undefined): string {
  return typeof value === 'string' ? `"${value}"` : JSON.stringify(value ?? null);
}
