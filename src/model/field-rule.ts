/** Comparison of a field by the differ, as a kind declares it. */

import type { Fields, Json } from './json.ts';
import type { RiskName } from './risk.ts';

/**
 * Comparison of a field by the differ. `exact`: deep equality. `text`: unset and empty are equal. `flag`: unset and false are equal.
 * `order`: a declared -1 is never compared. `options`: three-way by the value of each entry. `formula`: equal in every spelling.
 */
export type FieldComparison =
  | { readonly compare: 'exact' | 'text' | 'flag' | 'order' | 'formula' }
  | { readonly compare: 'options'; readonly list: OptionList };

/** A comparison, and what it means for a consent. */
export type FieldHint = FieldComparison & {
  /** Consent that a change of the field needs. */
  readonly risk?: RiskName;
  /** Value that counts as unset, because it is the default of the service. */
  readonly unset?: Json;
};

export type FieldRule = FieldHint & {
  /** True if some route can change the field. False if no route of this kind can, and the field is not part of the identity. */
  readonly mutable: boolean;
};

/** What the entries of a list of options are: options of a property, or stages of a pipeline. */
export interface OptionList {
  /** Singular for readers: `option`. */
  readonly noun: string;
  /** Member that identifies an entry in files. In fields it is `value`. */
  readonly key: 'value' | 'id';
  /** `number`: the displayOrder is part of an entry. `sequence`: only the order of the entries counts. */
  readonly order: 'number' | 'sequence';
  /** Values of members that an entry lacks. */
  readonly unset: Fields;
  /** Consent that the removal of an entry needs. */
  readonly removal: RiskName;
  /** Clause about a removal: `leaves records with an invalid value`. */
  readonly loss: string;
  /** True if a removal takes the entry from records. False if the service refuses it while records have it. */
  readonly onRecords: boolean;
  /** Property type whose spec can hide an entry with `retire` instead of removing it. Absent: no type can. */
  readonly retires?: string;
}
