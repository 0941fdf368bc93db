/** The input of the differ, and its result for any field. */

import type { FieldChange, ReasonCode } from '../model/change.ts';
import type { Fields, Json } from '../model/json.ts';
import type { Kind } from '../model/kind.ts';
import type { ForeignOption, Option } from '../model/option.ts';
import type { RiskName } from '../model/risk.ts';

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
  /** Leave alone what changed in the account while the file stood still. */
  readonly hold: boolean;
}

export interface FieldRisk {
  readonly risk: RiskName;
  /** What would happen, as half a sentence. */
  readonly detail: string;
  /** The declaration itself consents: a tombstone at stage remove. */
  readonly consented: boolean;
  /** The option that an update would take off the list. */
  readonly option?: RemovedOption;
}

export interface RemovedOption {
  readonly value: string;
  /** `retire` can hide the option instead. */
  readonly canHide: boolean;
  /** Value of an added option with the same label: the author may expect a rename. */
  readonly sameLabel?: string;
}

/** An entry of `retire` that names no option of the account, and looks like a misspelling of one. */
export interface Misretired {
  /** Position in the list. */
  readonly index: number;
  /** Value of the option that may be meant. */
  readonly near: string;
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
  /** The live value is what the service made of this very declaration. */
  readonly isStored: boolean;
  /** What is declared, in the form in which the service stores it, where the two differ. */
  readonly form?: Json;
  /** what changed in the account and is left alone, beside what is changed. */
  readonly held?: FieldChange;
  readonly because: Because;
  readonly risks: readonly FieldRisk[];
  readonly foreign?: readonly ForeignOption[];
  /** Entries of `retire` that may be misspelt. */
  readonly misretired?: readonly Misretired[];
  /** Options that are hidden or removed only since the file retires them, where nothing tells how the account came to have them. */
  readonly retires?: readonly string[];
  /** Options that would have one label. */
  readonly sharedLabels?: readonly (readonly Option[])[];
}

/** A value as a sentence shows it. */
export function text(value: Json | undefined): string {
  return typeof value === 'string' ? `"${value}"` : JSON.stringify(value ?? null);
}
