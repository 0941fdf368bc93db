/** Decides whether two addresses can mean the same resource. An account may use other names for it, but most names never change. */

import { canonicalObjectType, isStandardObjectType, OBJECT_TYPE_ID } from '../../contract/object-types.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import { isOfEvent, OF_ACCOUNT } from '../../model/event-name.ts';
import type { Kind } from '../../model/kind.ts';

/** Why they cannot, as a sentence, and what to do instead. */
export interface Impossible {
  readonly message: string;
  readonly hint: string;
}

/** Returns undefined if they can. */
export function impossible(from: Address, to: Address, kind: Kind | undefined): Impossible | undefined {
  const [one, other] = [parseAddress(from), parseAddress(to)];
  if (one === undefined || other === undefined || kind === undefined || one.kind !== other.kind) {
    return { message: `${from} and ${to} are of two kinds.`, hint: NEW_ONE };
  }
  const { noun } = kind.words;
  const stays = kind.traits.type ? `the values of ${from} do not move to it` : `${from} stays as it is`;
  const renamed = {
    message: `The service cannot rename ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}: ${to} is new, and ${stays}.`,
    hint: NEW_ONE,
  };
  if (one.parts.length !== other.parts.length) return renamed;
  const [objects, others] = [kind.objectTypes?.(from) ?? [], kind.objectTypes?.(to) ?? []];
  for (const [at, part] of one.parts.entries()) {
    const now = other.parts[at] ?? '';
    if (part === now) continue;
    const isLast = at === one.parts.length - 1;
    if (objects.includes(part) && others.includes(now)) {
      if (!mayBeObject(part, now)) return { message: `${part} and ${now} are two object types.`, hint: NEW_ONE };
    } else if (kind.associationType !== undefined && isLast) {
      const [type, next] = [kind.associationType(from), kind.associationType(to)];
      if (type.label === undefined && next.label === undefined) {
        return { message: `${part} and ${now} are two association types.`, hint: NEW_ONE };
      }
    } else if (!isOfEvent(kind) || at > 0) {
      return renamed;
    } else if (!mayBeEvent(part, now)) {
      return { message: `${part} and ${now} are two events: the service cannot rename an event.`, hint: NEW_ONE };
    }
  }
  return undefined;
}

const NEW_ONE =
  'Remove this entry. Declare the new definition next to the old definition, copy the values, then retire the old definition.';

/** A custom object goes by its name, by its name with the account in front, and by its type id. */
function mayBeObject(one: string, other: string): boolean {
  if ([one, other].some((type) => isStandardObjectType(canonicalObjectType(type)))) {
    return canonicalObjectType(one) === canonicalObjectType(other);
  }
  return OBJECT_TYPE_ID.test(one) !== OBJECT_TYPE_ID.test(other) || isQualified(one, other, /^p\d+_/);
}

/** An event goes by its name, by its name with the account in front, and by its type id. */
function mayBeEvent(one: string, other: string): boolean {
  return OBJECT_TYPE_ID.test(one) !== OBJECT_TYPE_ID.test(other) || isQualified(one, other, OF_ACCOUNT);
}

function isQualified(one: string, other: string, prefix: RegExp): boolean {
  return one !== other && one.replace(prefix, '') === other.replace(prefix, '');
}
