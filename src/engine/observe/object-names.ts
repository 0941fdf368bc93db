/** Custom objects by name: the type id that this account has for each, from one list of its objects. */

import {
  canonicalObjectType,
  isStandardObjectType,
  OBJECT_TYPE_ID,
  qualifiedName,
  STANDARD_OBJECT_TYPES,
} from '../../contract/object-types.ts';
import type { NamedObject, NameReads } from '../../model/account-names.ts';
import { nearest } from '../../model/nearest.ts';
import { ambiguousGap, type Gap, type Lookup, missingGap, unreadGap } from './gaps.ts';
import { performRead, type ReadContext } from './perform-read.ts';
import { readFailed } from './read-failed.ts';
import { chooseSpellings, type Spelled } from './spellings.ts';

/** Type ids by the name of the object. */
export interface ObjectNames extends Lookup<string> {
  /** Custom objects of the account. Absent if they were not read. */
  readonly listed?: readonly NamedObject[];
  /** Fully qualified names of objects that the account lacks and the project makes. */
  readonly planned: ReadonlyMap<string, string>;
}

/** Object types of addresses. `meant` names decide the spelling, `known` names follow them, and `asked` names come from a command. */
export interface WantedObjects {
  readonly meant: readonly string[];
  readonly known: readonly string[];
  readonly asked: readonly string[];
  /** Objects that the project makes. */
  readonly made: ReadonlySet<string>;
  readonly hubId: number | null;
}

/** Neither the name of a standard object nor a type id. */
export function isNameOfObject(objectType: string): boolean {
  return !isStandardObjectType(canonicalObjectType(objectType)) && !OBJECT_TYPE_ID.test(objectType);
}

/** Returns the ids of custom objects. Makes no call without a custom object. Throws AuthError and TransportError. */
export async function objectNames(
  wanted: WantedObjects,
  { objects: call, objectsIn }: NameReads,
  context: ReadContext,
): Promise<ObjectNames> {
  const names = [...new Set([...wanted.meant, ...wanted.known, ...wanted.asked])].filter(isNameOfObject);
  if (names.length === 0)
    return { ids: new Map(), spellings: new Map(), gaps: new Map(), planned: new Map(), reads: 0 };
  const { path, result, calls } = await performRead({ call, covers: [] }, 1, context);
  if ('error' in result) {
    const finding = readFailed(path, call, result.error);
    const gaps = new Map(
      names.map((name) => [name, unreadGap(`The meaning of the object ${JSON.stringify(name)}`, finding)]),
    );
    return { ids: new Map(), spellings: new Map(), gaps, planned: new Map(), reads: calls };
  }
  const listed = objectsIn(result.value);
  return { ...resolved(wanted, names, listed), listed, reads: calls };
}

function resolved(
  { meant, known, asked, made, hubId }: WantedObjects,
  names: readonly string[],
  objects: readonly NamedObject[],
): Omit<ObjectNames, 'reads'> {
  const findIds = (name: string): readonly string[] => {
    const exact = objects.filter((object) => object.names.includes(name));
    return [...new Set((exact.length > 0 ? exact : alike(name, objects)).map(({ typeId }) => typeId))].sort();
  };
  /** Returns undefined if several objects have the name, because guessing could change the wrong object. */
  const findOnlyId = (name: string): string | undefined => {
    const [id, ...others] = findIds(name);
    return others.length === 0 ? id : undefined;
  };
  const spelled = (types: readonly string[]): readonly Spelled[] =>
    types.flatMap((spelling) => {
      const literal = OBJECT_TYPE_ID.test(spelling);
      const id = literal ? spelling : findOnlyId(spelling);
      return id === undefined || isStandardObjectType(canonicalObjectType(spelling)) ? [] : [{ id, spelling, literal }];
    });
  const { chosen, doubled } = chooseSpellings(spelled(meant), spelled(known), spelled(asked));
  const planned = new Map(
    names
      .filter((name) => hubId !== null && made.has(name) && findIds(name).length === 0)
      .map((name) => [name, qualifiedName(hubId ?? '', name)]),
  );
  return {
    ids: new Map(names.flatMap((name) => defaulted(name, findOnlyId(name)))),
    spellings: new Map([...chosen, ...[...planned].map(([name, full]) => [full, name] as const)]),
    planned,
    gaps: new Map([
      ...names
        .filter((name) => findOnlyId(name) === undefined && !planned.has(name))
        .map((name) => [name, unresolved(name, findIds(name), objects)] as const),
      ...doubled.map((one) => [one.spelling, twofold(one.spelling, one.chosen, one.id)] as const),
    ]),
  };
}

/** An account has a name once, ignoring case. */
function alike(name: string, objects: readonly NamedObject[]): readonly NamedObject[] {
  return objects.filter((object) => object.names.some((own) => own.toLowerCase() === name.toLowerCase()));
}

function defaulted(name: string, id: string | undefined): readonly (readonly [string, string])[] {
  return id === undefined ? [] : [[name, id]];
}

function unresolved(name: string, ids: readonly string[], objects: readonly NamedObject[]): Gap {
  if (ids.length === 0) return missingObject(name, objects);
  const reason = `The account has several objects named ${JSON.stringify(name)}: ${ids.join(', ')}.`;
  return ambiguousGap(reason, 'Declare the type id or the fully qualified name of the object that is meant.');
}

function missingObject(name: string, objects: readonly NamedObject[]): Gap {
  const near = nearest(name, [...objects.flatMap(({ names }) => names), ...STANDARD_OBJECT_TYPES]);
  const others = objects.flatMap(({ names: [first] }) => first ?? []);
  return missingGap(`The account has no object named ${JSON.stringify(name)}.`, near, {
    what: 'custom objects',
    others,
  });
}

function twofold(name: string, other: string, id: string): Gap {
  const called = other === id ? 'its type id' : JSON.stringify(other);
  return ambiguousGap(
    `The object ${JSON.stringify(name)} is ${id} in this account, which is also named by ${called}.`,
    'Use one name for an object everywhere.',
  );
}
