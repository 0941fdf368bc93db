/** Names that stand for ids which differ from account to account: of custom objects and of association labels. */

import type { ReadCall } from '../contract/calls.ts';

/** One direction between two object types, as addresses name them. */
export interface Pair {
  readonly from: string;
  readonly to: string;
}

/** An association type within its pair: canonical category, and the id that this account gave it. */
export interface LabelledType {
  readonly category: string;
  readonly typeId: number;
}

/** An association type as an address names it: by its id or by its label, never by both. */
export interface AssociationType extends Pair {
  readonly category: string;
  readonly typeId?: number;
  readonly label?: string;
}

export interface AccountNames {
  /** What a path names for an object type: its type id where the account has a custom object of that name, else as it is. */
  typeIdOf(objectType: string): string;
  /** The object type as the files name it, for one that a path or a reply names. */
  objectTypeOf(typeId: string): string;
  /** The id of the association type with this label; undefined where the account has none, or several. */
  typeOfLabel(pair: Pair, category: string, label: string): number | undefined;
  /** The label of an association type that the files name by its label; undefined for any other. */
  labelOf(pair: Pair, type: LabelledType): string | undefined;
}

/** Of an account of which no name was looked up: names and ids are what they are. */
export const NO_NAMES: AccountNames = {
  typeIdOf: (objectType) => objectType,
  objectTypeOf: (typeId) => typeId,
  typeOfLabel: () => undefined,
  labelOf: () => undefined,
};

/** A custom object of an account, with every name that it goes by. */
export interface NamedObject {
  readonly typeId: string;
  readonly names: readonly string[];
}

/** How an account is asked what its names stand for. */
export interface NameReads {
  readonly objects: ReadCall;
  objectsIn(reply: unknown): readonly NamedObject[];
  /** Of a pair of type ids. */
  labels(pair: Pair): ReadCall;
  labelsIn(reply: unknown): readonly (LabelledType & { readonly label: string })[];
}
