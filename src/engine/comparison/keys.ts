/** Keys that both sides share: what an account names by ids of its own is named by what it is called. Pure. */

import { OBJECT_TYPE_ID } from '../../contract/object-types.ts';
import { type Address, addressOf, parseAddress } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';
import type { Side } from './side.ts';

export interface Keys {
  /** Of an address, or of a part: object type, pair, app or event. */
  keyOf(kind: Kind, address: Address): Address;
  partOf(kind: Kind, of: string): string;
}

type Named = Pick<Side, 'typeIds' | 'apps'>;

/** `other`: apps are matched by a configured value that both sides have. */
export function keysOf(side: Named, other: Named): Keys {
  const types = new Map(Object.entries(side.typeIds).map(([name, id]) => [id, name] as const));
  const apps = new Map(Object.entries(side.apps));
  const shared = new Set(Object.values(other.apps));
  const typed = (part: string): string => types.get(part) ?? part;
  const app = (id: string): string => {
    const name = apps.get(id);
    return name !== undefined && shared.has(name) ? `values.${name}` : id;
  };
  return {
    keyOf: (kind, address) => {
      const [first = '', ...rest] = parseAddress(address)?.parts ?? [];
      const [own, others] = kind.app === undefined ? [typed(first), rest.map(typed)] : [app(first), rest.map(typed)];
      // Most addresses hold nothing that is called otherwise.
      const isPlain = own === first && others.every((part, index) => part === rest[index]);
      return isPlain ? address : addressOf(kind.name, own, ...others);
    },
    partOf: (kind, of) => (kind.app === undefined ? of.split('/').map(typed).join('/') : app(of)),
  };
}

/** Whether two sides are of one account, whose ids mean the same on both. */
export function isOneAccount(one: Pick<Side, 'account'>, other: Pick<Side, 'account'>): boolean {
  const [left, right] = [one.account, other.account];
  if (left.baseUrl !== right.baseUrl) return false;
  return left.hubId === null || right.hubId === null ? left.name === right.name : left.hubId === right.hubId;
}

const STANDARD = '0-';

/** What is named by an id that only its account has: a custom object, or a label. Undefined for anything else. */
export function ownIdIn(kind: Kind, key: Address): string | undefined {
  const parts = parseAddress(key)?.parts ?? [];
  const type = parts.find((part) => OBJECT_TYPE_ID.test(part) && !part.startsWith(STANDARD));
  if (type !== undefined) return `The object type id ${type}`;
  const association = kind.associationType?.(key);
  if (association?.typeId === undefined || association.category === 'SERVICE_DEFINED') return undefined;
  return `The association type id ${association.typeId}`;
}
