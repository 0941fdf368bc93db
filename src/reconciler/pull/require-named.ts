/** Rejects names of a pull that neither the account, the files nor the ledger has. */

import { kindLookup } from '../../engine/kind-lookup.ts';
import { UsageError } from '../../errors.ts';
import { type Address, isAddress } from '../../model/address.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Live } from '../../model/live.ts';
import { nearest, nearHint } from '../../model/nearest.ts';
import type { PullOptions } from '../types.ts';
import { type Scope, USUAL } from './scope.ts';

const STANDARD: readonly string[] = [...USUAL, 'tickets'];

interface Read {
  readonly kinds: readonly Kind[];
  readonly scope: Scope;
  readonly live: Live;
  /** Addresses of the files and of the ledger. */
  readonly known: readonly Address[];
  /** Returns the names of the custom objects, if the account tells them. */
  objectNames(): Promise<readonly string[]>;
}

/** Throws UsageError. What was not read completely may have it. */
export async function requireNamed({ patterns = [], objects }: PullOptions, read: Read): Promise<void> {
  const { kinds, scope, live, known } = read;
  if (!live.complete) return;
  const { kindOf } = kindLookup(kinds);
  const all = [...new Set([...live.resources.keys(), ...known])];
  const there = new Set(all);
  const isRead = (address: Address): boolean => {
    const kind = kindOf(address);
    return kind !== undefined && scope.kinds.includes(kind) && !isUnsupported(kind.reader);
  };
  const absent = patterns.filter(isAddress).filter((one) => !one.includes('*') && isRead(one) && !there.has(one));
  const [first] = absent;
  if (first !== undefined) throw unknown(absent, nearHint(first, all));
  if (objects === undefined || patterns.length > 0) return;
  const typesOf = (addresses: readonly Address[]): readonly string[] => [
    ...new Set(addresses.flatMap((address) => kindOf(address)?.objectTypes?.(address) ?? [])),
  ];
  const types = new Set(typesOf(all));
  const missing = scope.objectTypes.filter((type) => !types.has(type));
  const [object] = missing;
  if (object === undefined) return;
  const near = nearest(object, [...STANDARD, ...types, ...(await read.objectNames())]);
  throw unknown(
    missing.map((type) => `the object type ${type}`),
    near === undefined ? undefined : `Did you mean ${near}?`,
  );
}

function unknown(names: readonly string[], near: string | undefined): UsageError {
  const message = `Nothing in the account, the files or the ledger is ${names.join(', ')}.`;
  const hint = [...(near === undefined ? [] : [near]), 'Nothing was written.'].join(' ');
  return new UsageError('address-unknown', message, { hint });
}
