/** Keys that both sides share: what an account names by ids of its own is named by what it is called. Pure. */

import { OBJECT_TYPE_ID, qualifiedObject } from '../../contract/object-types.ts';
import { type Address, addressOf, parseAddress } from '../../model/address.ts';
import { isOfEvent, withoutAccount } from '../../model/event-name.ts';
import type { Kind } from '../../model/kind.ts';
import type { Side } from './side.ts';

export interface Keys {
  /** Of an address, or of a part: object type, pair, app or event. */
  keyOf(kind: Kind, address: Address): Address;
  partOf(kind: Kind, of: string): string;
}

type Named = Pick<Side, 'account' | 'typeIds' | 'apps' | 'kinds' | 'resources'>;

/** `other`: apps are matched by a configured value that both sides have. */
export function keysOf(side: Named, other: Named): Keys {
  // Sorted, so that both sides choose the same name where a type has two.
  const named = isOneAccount(side, other)
    ? [side, other].flatMap(({ typeIds }) => Object.entries(typeIds)).sort()
    : Object.entries(side.typeIds);
  const ids = new Map(named);
  const types = new Map(named.map(([name, id]) => [id, name] as const));
  const apps = new Map(Object.entries(side.apps));
  const shared = new Set(Object.values(other.apps));
  const common = appsOf(other);
  const typed = (part: string): string => types.get(ids.get(part) ?? part) ?? part;
  const app = (id: string): string => {
    const name = apps.get(id);
    return name !== undefined && shared.has(name) && !common.has(id) ? `${VALUE}${name}` : id;
  };
  const plain = new Set(side.resources.map(({ address }) => parseAddress(address)?.parts[0]));
  // Two names on one side stay two, as each is of something of its own.
  const own = (kind: Kind, part: string): string => {
    const name = ownName(kind, part, side.account.hubId);
    return name === undefined || plain.has(name) ? part : name;
  };
  // A name in an object that has the account in front is the same where both sides have it so.
  const within = (part: string): string => {
    const named = qualifiedObject(part);
    return named !== undefined && named.hubId === side.account.hubId ? `${OF_ITS_ACCOUNT}${named.name}` : part;
  };
  const held = (kind: Kind, part: string): string => (kind.app === undefined ? own(kind, typed(part)) : app(part));
  return {
    keyOf: (kind, address) => {
      const [first = '', ...rest] = parseAddress(address)?.parts ?? [];
      // What belongs to an app is the same for every account that the app is seen from, whatever each calls the object in it.
      if (kind.app !== undefined && common.has(first)) return address;
      const types = kind.objectTypes?.(address).length ?? 1;
      const others = rest.map((part, index) => (index + 1 < types ? held(kind, part) : within(typed(part))));
      // Most addresses hold nothing that is called otherwise.
      const isPlain = held(kind, first) === first && others.every((part, index) => part === rest[index]);
      return isPlain ? address : addressOf(kind.name, held(kind, first), ...others);
    },
    partOf: (kind, of) =>
      of
        .split('/')
        .map((part) => held(kind, part))
        .join('/'),
  };
}

/** Without the account in front, where that is the one of the side: each account has the same object or event under the rest of the name. */
function ownName(kind: Kind, part: string, hubId: number | null): string | undefined {
  if (hubId === null) return undefined;
  if (isOfEvent(kind)) return part.startsWith(`pe${hubId}_`) ? withoutAccount(part) : undefined;
  const object = qualifiedObject(part);
  return object?.hubId === hubId ? object.name : undefined;
}

/** The ids of the apps that a side names or shows something of. */
function appsOf({ apps, kinds, resources }: Named): ReadonlySet<string> {
  return new Set([
    ...Object.keys(apps),
    ...resources.flatMap(({ kind, address }) => kinds.get(kind)?.app?.(address) ?? []),
  ]);
}

/** Whether two sides are of one account, whose ids mean the same on both. */
export function isOneAccount(one: Pick<Side, 'account'>, other: Pick<Side, 'account'>): boolean {
  const [left, right] = [one.account, other.account];
  if (left.baseUrl !== right.baseUrl) return false;
  return left.hubId === null || right.hubId === null ? left.name === right.name : left.hubId === right.hubId;
}

const STANDARD = '0-';

/** Begins the part of a key that the id of the account begins in its address. No address has it. */
const OF_ITS_ACCOUNT = '{account}/';

/** Begins a key of an app that a configured value names. */
const VALUE = 'values.';

const BY_NAME = 'Name the object under objects in the files for each account, so that it is matched by its name.';
const BY_EVENT = 'Use the name of the event without the account in front.';
const BY_LABEL = 'Use its label in the files, so that it is matched by it.';

export interface OwnId {
  readonly id: string;
  /** What to do so that it is matched. */
  readonly advice: string;
}

/** What is named by an id that only its account has: a custom object, or a label. Undefined for anything else. */
export function ownIdIn(kind: Kind, key: Address): OwnId | undefined {
  const parts = parseAddress(key)?.parts ?? [];
  // An app is the same for every account: only between two apps the ids in them are of one account each.
  if (kind.app !== undefined && parts[0]?.startsWith(VALUE) !== true) return undefined;
  const named =
    kind.app === undefined ? namedByAccount(kind, parts.slice(0, kind.objectTypes?.(key).length ?? 1)) : undefined;
  if (named !== undefined) return named;
  const type = parts.find((part) => OBJECT_TYPE_ID.test(part) && !part.startsWith(STANDARD));
  if (type !== undefined) return { id: `The object type id ${type}`, advice: BY_NAME };
  const association = kind.associationType?.(key);
  if (association?.typeId === undefined || association.category === 'SERVICE_DEFINED') return undefined;
  return { id: `The association type id ${association.typeId}`, advice: BY_LABEL };
}

/** A name with an account in front that is not known to be the one of the side. */
function namedByAccount(kind: Kind, names: readonly string[]): OwnId | undefined {
  if (isOfEvent(kind)) {
    const event = names.find((name) => withoutAccount(name) !== name);
    return event === undefined ? undefined : { id: `The name ${event}`, advice: BY_EVENT };
  }
  const object = names.find((name) => qualifiedObject(name) !== undefined);
  return object === undefined ? undefined : { id: `The name ${object}`, advice: BY_NAME };
}
