/** Records of things that the files now call otherwise: a custom object by its name instead of its id, a label instead of a type. */

import { defined } from '../../contract/defined.ts';
import type { AccountNames, AssociationType } from '../../model/account-names.ts';
import { type Address, formatAddress, parseAddress } from '../../model/address.ts';
import type { Kind } from '../../model/kind.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';
import { kindLookup } from '../kind-lookup.ts';

/** The name of a resource in a record or in a command. `id` is the recorded id of the service. */
export type Called = Pick<LedgerRecord, 'address' | 'id'>;

/** By the address: the address of the same resource in the names that are used now. */
export function findRenamed(
  called: Iterable<Called>,
  names: AccountNames,
  kinds: readonly Kind[],
): ReadonlyMap<Address, Address> {
  const { kindOf } = kindLookup(kinds);
  const renamed = new Map<Address, Address>();
  for (const resource of called) {
    const { address } = resource;
    const kind = kindOf(address);
    const now = kind === undefined ? address : findCurrentAddress(resource, kind, names);
    if (now !== address) renamed.set(address, now);
  }
  return renamed;
}

/** The service's id of a limit ends in that of its association type. */
export function parseTypeId(id: string | undefined): number | undefined {
  const last = id?.split('/').at(-1);
  return last === undefined ? undefined : Number(last);
}

/**
 * Returns the ledger with all records at their current addresses at once, because labels can be swapped. `renamed` has the recorded address
 * by current address. A resource at an unproven address may belong to another user, so its record does not claim that trueup created it.
 */
export function withRenamed(
  ledger: Ledger,
  { renamed = {}, unproven = [] }: Pick<Plan, 'renamed' | 'unproven'>,
  kinds: readonly Kind[],
): Ledger {
  const { kindOf } = kindLookup(kinds);
  const all = (Object.entries(renamed) as [Address, Address][]).flatMap(([address, formerly]) => {
    const record = ledger.records[formerly];
    if (record === undefined) return [];
    const { found = 'recorded' } = record;
    const isTurned = kindOf(address)?.otherEnd?.(formerly) === address;
    const id = isTurned ? turnedId(record.id) : record.id;
    const moved = { ...record, address, ...defined({ id }), ...(unproven.includes(address) ? { found } : {}) };
    return [[address, moved] as const];
  });
  if (all.length === 0) return ledger;
  const past = new Set<string>(Object.values(renamed));
  const others = Object.entries(ledger.records).filter(([address]) => !past.has(address));
  return { ...ledger, records: Object.fromEntries([...others, ...all]) };
}

/** Past addresses that nothing is recorded under once the records have moved. */
export function listVacated(renamed: Readonly<Record<Address, Address>> = {}): readonly Address[] {
  return Object.values<Address>(renamed).filter((formerly) => renamed[formerly] === undefined);
}

/** Returns the addresses together with all addresses that their records move to or from. Moving half of a swap would overwrite a record. */
export function collectMoving(
  addresses: Iterable<Address>,
  renamed: Readonly<Record<Address, Address>> = {},
): ReadonlySet<Address> {
  const pairs = Object.entries(renamed) as [Address, Address][];
  const reached = new Set(addresses);
  // A set that grows is read to its end.
  for (const address of reached)
    for (const pair of pairs) if (pair.includes(address)) for (const one of pair) reached.add(one);
  return reached;
}

/** The id of a resource with two directions has a part for each of them, or one part for both. */
function turnedId(id: string | undefined): string | undefined {
  return id?.split('/').toReversed().join('/');
}

function findCurrentAddress({ address, id }: Called, kind: Kind, names: AccountNames): Address {
  const parts = parseAddress(address)?.parts ?? [];
  const types = kind.objectTypes?.(address) ?? [];
  const called = (part: string): string => (types.includes(part) ? names.objectTypeOf(names.typeIdOf(part)) : part);
  const type = kind.associationType?.(address);
  const last = type === undefined ? undefined : calledType(type, id, names);
  const all = parts.map((part, index) => (last !== undefined && index === parts.length - 1 ? last : called(part)));
  const current = formatAddress(kind.name, ...all);
  return kind.now?.(current) ?? current;
}

/** Returns undefined if the account does not tell. The recorded id decides, because another type may have the text of the label by now. */
function calledType(
  { from, to, category, typeId, label }: AssociationType,
  recorded: string | undefined,
  names: AccountNames,
): string | undefined {
  const pair = { from, to };
  const id = label === undefined ? typeId : (parseTypeId(recorded) ?? names.typeOfLabel(pair, category, label));
  return id === undefined ? undefined : (names.labelOf(pair, { category, typeId: id }) ?? String(id));
}
