/** Custom objects that no file names, so that they were not read. */

import type { NamedObject } from '../model/account-names.ts';
import type { OtherObjects } from '../model/other-objects.ts';
import type { Look, Observer } from './observer.ts';
import { USUAL } from './pull/scope.ts';

/** Every account has them. */
const STANDARD: readonly string[] = [...USUAL, 'tickets'];

/** Makes at most one read, and none if the custom objects are known or the surface has no list. */
export async function otherObjects(
  observer: Pick<Observer, 'customObjects'>,
  read: readonly string[],
  { naming }: Pick<Look, 'naming'>,
): Promise<OtherObjects> {
  const listed = naming.objects ?? (await observer.customObjects());
  const known = new Set(read);
  const custom = (listed ?? []).filter(({ typeId, names }) => ![typeId, ...names].some((name) => known.has(name)));
  const standard = STANDARD.filter((type) => !known.has(type));
  return {
    objectTypes: [...standard, ...custom.map((object) => calledIn(object, listed ?? []))].sort(),
    complete: listed !== undefined,
  };
}

/** Returns the name, or the id if another object has the name. */
function calledIn({ typeId, names: [name = typeId] }: NamedObject, all: readonly NamedObject[]): string {
  return all.filter(({ names }) => names.includes(name)).length === 1 ? name : typeId;
}
