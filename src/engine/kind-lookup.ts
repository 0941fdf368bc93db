/** Finds a kind by its name, or by an address of it, among the kinds passed to the engine. */

import { InternalError } from '../errors.ts';
import { type Address, parseKind } from '../model/address.ts';
import type { Kind } from '../model/kind.ts';

/** Finds the kind of an address, for a run or for a plan. */
export interface KindLookup {
  /** Undefined for a kind that was not handed in. */
  kindOf(address: Address): Kind | undefined;
}

export function kindLookup(kinds: readonly Kind[]): KindLookup {
  const byName = kindsByName(kinds);
  return {
    kindOf: (address) => {
      const name = parseKind(address);
      return name === undefined ? undefined : byName.get(name);
    },
  };
}

/** Every name of a kind has exactly one kind. */
export function kindNamed(kinds: readonly Kind[], name: Kind['name']): Kind {
  const found = kinds.find((kind) => kind.name === name);
  if (found === undefined) throw new InternalError(`There is no kind ${name}.`);
  return found;
}

export function kindsByName(kinds: readonly Kind[]): ReadonlyMap<Kind['name'], Kind> {
  return new Map(kinds.map((kind) => [kind.name, kind]));
}
