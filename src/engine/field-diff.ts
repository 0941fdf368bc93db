/** The input of the differ, and its result for any field. */

import type { FieldChange, ReasonCode } from '../model/change.ts';
import type { OptionList } from '../model/field-rule.ts';
import type { Fields, Json } from '../model/json.ts';
import type { Kind } from '../model/kind.ts';
import type { ForeignOption } from '../model/option.ts';
import type { RiskName } from '../model/risk.ts';

export interface DiffInput {
  readonly kind: Pick<Kind, 'fields'>;
  /** Declared fields and their rules, such as `optionsMode` and `retire`. */
  readonly spec: Fields;
  /** Undefined: the resource does not exist. A field that is absent is not known. */
  readonly live: Fields | undefined;
  /** Values of the last apply. Undefined if there was none. */
  readonly applied: Fields | undefined;
  /** True to keep values that changed in the account while the file stayed the same. */
  readonly hold: boolean;
  /** True if entries that only the account has are a difference in every list. */
  readonly isExact?: true;
}

export interface FieldRisk {
  readonly risk: RiskName;
  /** Description of the effect, without subject and full stop. */
  readonly detail: string;
  /** The declaration itself consents: a tombstone at stage remove. */
  readonly consented: boolean;
  /** The option that an update would take off the list. */
  readonly option?: RemovedOption;
}

export interface RemovedOption {
  readonly value: string;
  readonly list: OptionList;
  /** `retire` can hide the option instead. */
  readonly canHide: boolean;
}

/** Why a field differs, or that it does not. */
export type Because = Extract<
  ReasonCode,
  'missing' | 'file-differs' | 'account-changed' | 'both-changed' | 'value-unknown' | 'in-sync'
>;

export interface FieldDiff {
  readonly field: string;
  readonly live: Json;
  readonly after: Json;
  readonly record: Json | undefined;
  readonly change: FieldChange | undefined;
  /** Value that changed in the account and is kept. */
  readonly held?: FieldChange;
  readonly because: Because;
  readonly risks: readonly FieldRisk[];
  readonly foreign?: readonly ForeignOption[];
  /** Options that are hidden or removed because of `retire`, and whose origin in the account is unknown. */
  readonly retires?: readonly string[];
  readonly stays?: StayingEntries;
}

/** Entries that were applied and left the files, and that no call removes. */
export interface StayingEntries {
  readonly field: string;
  readonly list: OptionList;
  readonly values: readonly string[];
}

/** A value as a sentence shows it. */
export function text(value: Json | undefined): string {
  return typeof value === 'string' ? `"${value}"` : JSON.stringify(value ?? null);
}
