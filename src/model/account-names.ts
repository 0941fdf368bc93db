/** Names of custom objects and association labels, whose ids differ between accounts. */

import type { ReadCall } from '../contract/calls.ts';
import type { Address } from './address.ts';
import type { Fields } from './json.ts';
import type { LaterId } from './later-id.ts';

/** Direction between two object types, named as in addresses. */
export interface Pair {
  readonly from: string;
  readonly to: string;
}

/** An association type of a pair: canonical category, and the id in this account. */
export interface LabelledType {
  readonly category: string;
  readonly typeId: number;
}

/** An association type as an address names it: either by id or by label. */
export interface AssociationType extends Pair {
  readonly category: string;
  readonly typeId?: number;
  readonly label?: string;
}

/** An association type that a resource of the project makes, by its label. */
export interface ProvidedType extends Pair {
  readonly category: string;
  readonly label: string;
  /** Position of its type id in the id of the resource. */
  readonly side: 0 | 1;
}

/** Ids that the ledger and the calls of a run tell. Reads can show the name of a new resource minutes after it was created. */
export interface KnownIds {
  idOf(address: Address): string | undefined;
  /** Ids of all resources with an id. */
  known(): ReadonlyMap<Address, string>;
  /** Returns the type id at the place. Returns undefined if nothing tells it yet. */
  typeIdAt(later: LaterId): number | undefined;
  /** Fields of resources whose create has an unknown effect and is at most this many milliseconds old. */
  awaited(withinMs: number): ReadonlyMap<Address, Fields>;
}

export interface AccountNames extends KnownIds {
  /**
   * Returns the object type for a path: the type id if the account has a custom object of this name. For an object that the project is about
   * to make: its fully qualified name. Otherwise the name itself.
   */
  typeIdOf(objectType: string): string;
  /** Returns the name that the files use for an object type in a path or a reply. */
  objectTypeOf(typeId: string): string;
  /** Returns the id of the association type with this label. Returns undefined if the account has none yet, or several. */
  typeOfLabel(pair: Pair, category: string, label: string): number | undefined;
  /** Returns the place of the type id if a resource of the project makes the association type with this label. */
  providerOf(pair: Pair, category: string, label: string): LaterId | undefined;
  /** True if the files or the ledger have the resource. Only for kinds that make association types. */
  isOwn(address: Address): boolean;
  /** Returns the label of an association type that the files name by label. Returns undefined for other types. */
  labelOf(pair: Pair, type: LabelledType): string | undefined;
}

/** Names of an account before any lookup: every name and id is returned unchanged. */
export const NO_NAMES: AccountNames = {
  typeIdOf: (objectType) => objectType,
  objectTypeOf: (typeId) => typeId,
  typeOfLabel: () => undefined,
  providerOf: () => undefined,
  isOwn: () => false,
  labelOf: () => undefined,
  idOf: () => undefined,
  known: () => new Map(),
  typeIdAt: () => undefined,
  awaited: () => new Map(),
};

/** A custom object of an account, with all of its names. */
export interface NamedObject {
  readonly typeId: string;
  readonly names: readonly string[];
}

/** Reads that resolve the names of an account. */
export interface NameReads {
  readonly objects: ReadCall;
  objectsIn(reply: unknown): readonly NamedObject[];
  /** Returns the read of the labels of a pair. The pair consists of type ids. */
  labels(pair: Pair): ReadCall;
  labelsIn(reply: unknown): readonly (LabelledType & { readonly label: string })[];
}
