/** Names that stand for ids which differ from account to account: of custom objects and of association labels. */

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

export interface AccountNames {
  /** What a path names for an object type: its type id where the account has a custom object of that name, else as it is. */
  typeIdOf(objectType: string): string;
  /** The object type as the files name it, for one that a path or a reply names. */
  objectTypeOf(typeId: string): string;
  /** The association type with this label; undefined where the account has none. */
  typeOfLabel(pair: Pair, label: string): LabelledType | undefined;
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
