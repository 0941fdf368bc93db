/** Comparison of a field by the differ, as a kind declares it. */

import type { Fields, Json } from './json.ts';
import type { Option } from './option.ts';
import type { RiskName } from './risk.ts';

/**
 * Comparison of a field by the differ. `exact`: deep equality. `text`: unset and empty are equal. `flag`: unset and false are equal.
 * `order`: a declared -1 is never compared. `options`: three-way by the value of each entry. `formula`: equal in every spelling.
 */
export type FieldComparison =
  | { readonly compare: 'exact' | 'text' | 'flag' | 'order' | 'formula' }
  | { readonly compare: 'options'; readonly list: OptionList };

/** A comparison, and its meaning for a consent. */
export type FieldHint = FieldComparison & {
  /** Consent that a change of the field needs. */
  readonly risk?: RiskName;
  /** Value that counts as unset, because it is the default of the service. */
  readonly unset?: Json;
  /** True if the time and the user of the last change do not cover the field. */
  readonly undated?: true;
};

export type FieldRule = FieldHint & {
  /** True if some route can change the field. False if the routes of this kind cannot, and the field is outside of the identity. */
  readonly mutable: boolean;
};

/** Rules for a list of options: options of a property, stages of a pipeline, or validation rules of a property. */
export interface OptionList {
  /** Singular for readers: `option`. */
  readonly noun: string;
  /** Member that identifies an entry in files. In fields it is `value`. */
  readonly key: 'value' | 'id';
  /** `number`: the displayOrder is part of an entry. `sequence`: only the order of the entries counts. `none`: sorted by value. */
  readonly order: 'number' | 'sequence' | 'none';
  /** Values of members that an entry lacks. */
  readonly unset: Fields;
  /** Consent that the removal of an entry needs, or the way of a person to remove one if no call does. */
  readonly removal: RiskName | RemovalByHand;
  /** Clause about a removal: `leaves records with an invalid value`. */
  readonly loss: string;
  /** Contents of a removed entry that a later create does not bring back: `values on records`. Absent if there are none. */
  readonly lost?: string;
  /** Property type whose spec can hide an entry with `retire` instead of removing it. Absent: no type can. */
  readonly retires?: string;
  /** Returns the value of an entry, if a file has the list as a mapping by key. Absent if a file has a list. */
  readonly inMapping?: (entry: Option) => Json;
}

/** An entry without a removing call stays in the account when it leaves the files, and is no longer managed. */
export interface RemovalByHand {
  /** Sentence: `The interface has no call that removes a validation rule.` */
  readonly reason: string;
  /** Sentence that says where a person removes an entry. */
  readonly hint: string;
}
