/**
 * Requires that files, ledger and options of a pull use one name for each custom object and event. Otherwise a pull would treat known
 * resources as new.
 */

import { canonicalObjectType, isStandardObjectType } from '../../contract/object-types.ts';
import { kindLookup } from '../../engine/kind-lookup.ts';
import { UsageError } from '../../errors.ts';
import type { NamedObject } from '../../model/account-names.ts';
import { type Address, isAddress, parseAddress } from '../../model/address.ts';
import type { Resolution } from '../../model/desired.ts';
import { isOfEvent, withoutAccount } from '../../model/event-name.ts';
import type { Kind } from '../../model/kind.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { PullOptions } from '../types.ts';
import type { PullParts } from './parts.ts';
import { STAR } from './scope.ts';

const APPLY_FIRST = 'Apply first: the plan says which records move. For that, nothing is sent to the account.';

/**
 * Makes a call only if the ledger or the options have a custom object that the files do not name. Throws UsageError `records-to-move` or
 * `object-named-otherwise`.
 */
export async function requireOneName(
  { kinds, resolution, customObjects }: Pick<PullParts, 'kinds' | 'resolution' | 'customObjects'>,
  { records }: Pick<Ledger, 'records'>,
  { objects = [], patterns = [] }: PullOptions,
): Promise<void> {
  const recorded = Object.keys(records) as Address[];
  requireEventNames(kinds, resolution, recorded);
  const { kindOf } = kindLookup(kinds);
  const typesOf = (addresses: readonly Address[]): readonly string[] =>
    addresses.flatMap((address) => kindOf(address)?.objectTypes?.(address) ?? []).filter(isCustom);
  const declared = new Set(typesOf(resolution.desired.resources.map(({ address }) => address)));
  const moving = new Set(typesOf(recorded)).difference(declared);
  const known = declared.union(moving);
  const asked = new Set([...objects.map(canonicalObjectType).filter(isCustom), ...typesOf(patterns.filter(isAddress))]);
  const others = asked.difference(known);
  const isOne = (moving.size === 0 || declared.size === 0) && (others.size === 0 || known.size + others.size < 2);
  const all = isOne ? [] : ((await customObjects()) ?? []);
  const sameIn = (type: string, names: Iterable<string>): string | undefined => {
    const object = objectCalled(type, all);
    return object && [...names].find((name) => name !== type && objectCalled(name, all) === object);
  };
  for (const type of moving) {
    const now = sameIn(type, declared);
    if (now !== undefined)
      throw new UsageError(
        'records-to-move',
        `Nothing was pulled: the files call the object ${type} ${now} now, and its records in the ledger still have the earlier name.`,
        { hint: APPLY_FIRST },
      );
  }
  for (const type of others) {
    const twin = sameIn(type, [...known, ...others]);
    if (twin !== undefined)
      throw new UsageError('object-named-otherwise', `${type} is another name of the object ${twin}.`, {
        hint: `Name only ${twin}. Nothing was written.`,
      });
  }
}

/** Names of events are not resolved, so their records move only with `moved`. The form of the names shows that both mean the same event. */
function requireEventNames(
  kinds: readonly Kind[],
  { desired: { resources }, moved }: Pick<Resolution, 'desired' | 'moved'>,
  recorded: readonly Address[],
): void {
  const { kindOf } = kindLookup(kinds);
  const eventIn = (address: Address): string | undefined => {
    const kind = kindOf(address);
    return kind !== undefined && isOfEvent(kind) ? parseAddress(address)?.parts[0] : undefined;
  };
  const events = new Set(resources.flatMap(({ address }) => eventIn(address) ?? []));
  for (const address of recorded) {
    const event = eventIn(address);
    if (event === undefined || events.has(event)) continue;
    const now = [...events].find((candidate) => withoutAccount(candidate) === withoutAccount(event));
    const stays = recorded.filter(
      (address) => eventIn(address) === event && !moved.some(({ from }) => from === address),
    );
    if (now !== undefined)
      throw new UsageError(
        'records-to-move',
        `Nothing was pulled: the files call the event ${event} ${now} now, and its records in the ledger still have the earlier name.`,
        stays.length === 0
          ? { hint: APPLY_FIRST }
          : {
              hint: 'Apply first: apply moves the records that are in sync to the new name. Then drop the earlier records.',
              fix: [{ action: 'forget', addresses: stays, when: 'kept' }],
            },
      );
  }
}

function isCustom(type: string): boolean {
  return !isStandardObjectType(type) && !type.includes(STAR);
}

/** Returns undefined if no object, or more than one, has the name. */
function objectCalled(type: string, objects: readonly NamedObject[]): NamedObject | undefined {
  const [object, ...others] = objects.filter(({ typeId, names }) => typeId === type || names.includes(type));
  return others.length === 0 ? object : undefined;
}
