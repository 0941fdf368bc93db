/** Matches the addresses of two accounts, and finds names that mean something in one account only. */

import { OBJECT_TYPE_ID, qualifiedObject } from '../../contract/object-types.ts';
import { type Address, formatAddress, parseAddress } from '../../model/address.ts';
import { isOfEvent, withoutAccount } from '../../model/event-name.ts';
import type { Kind } from '../../model/kind.ts';
import type { Reading } from '../../model/snapshot.ts';

export interface Matching {
  /** Address of the same resource on the other side. Apps are matched by the configured value that holds their id. */
  onRight(kind: Kind, address: Address): Address;
  onLeft(kind: Kind, address: Address): Address;
  /** Returns a sentence about a name of the address. Returns undefined if the address means the same on both sides. */
  ownIdReason(kind: Kind, address: Address): string | undefined;
}

export function matchAccounts(left: Reading, right: Reading): Matching {
  const shared = new Set(Object.values(right.apps));
  const pairs = Object.entries(left.apps).flatMap(([name, id]): (readonly [string, string])[] => {
    const other = right.apps[name];
    return other === undefined || shared.has(id) ? [] : [[id, other]];
  });
  const toRight = new Map(pairs);
  const toLeft = new Map(pairs.map(([id, other]) => [other, id]));
  const areOne = isOneAccount(left, right);
  return {
    onRight: (kind, address) => withApp(kind, address, toRight),
    onLeft: (kind, address) => withApp(kind, address, toLeft),
    ownIdReason: (kind, address) => {
      if (areOne) return undefined;
      const [app = '', ...rest] = parseAddress(address)?.parts ?? [];
      // Accounts that share an app share the ids in it.
      return kind.app === undefined || !toLeft.has(app) ? findOwnId(kind, address) : objectReason(rest);
    },
  };
}

/** Checks whether a read of another account can find the address. */
export function isPortable(kind: Kind, address: Address): boolean {
  return kind.app === undefined && findOwnId(kind, address) === undefined;
}

function findOwnId(kind: Kind, address: Address): string | undefined {
  if (kind.app !== undefined) return undefined;
  const parts = parseAddress(address)?.parts ?? [];
  const [holder = ''] = parts;
  if (isOfEvent(kind) && withoutAccount(holder) !== holder)
    return explainOwnId(holder, 'Use the event name without the account id.');
  const type = kind.associationType?.(address);
  const isOwnType = type?.typeId !== undefined && type.category !== 'SERVICE_DEFINED';
  return (
    objectReason(parts.slice(0, kind.objectTypes?.(address).length ?? 0)) ??
    (isOwnType
      ? explainOwnId(`Association type ${type.typeId}`, 'Use the label of the association in the files.')
      : undefined)
  );
}

function isOneAccount({ account: left }: Reading, { account: right }: Reading): boolean {
  if (left.baseUrl !== right.baseUrl) return false;
  return left.hubId === null || right.hubId === null ? left.name === right.name : left.hubId === right.hubId;
}

function withApp(kind: Kind, address: Address, apps: ReadonlyMap<string, string>): Address {
  const [app = '', ...rest] = parseAddress(address)?.parts ?? [];
  const other = kind.app === undefined ? undefined : apps.get(app);
  return other === undefined ? address : formatAddress(kind.name, other, ...rest);
}

function objectReason(names: readonly string[]): string | undefined {
  const own = names.find(
    (name) => (OBJECT_TYPE_ID.test(name) && !name.startsWith('0-')) || qualifiedObject(name) !== undefined,
  );
  return own === undefined
    ? undefined
    : explainOwnId(`Object ${own}`, 'Use the plain name of the object in the files.');
}

function explainOwnId(name: string, advice: string): string {
  return `${name} belongs to one account. ${advice}`;
}
