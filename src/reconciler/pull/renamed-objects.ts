/**
 * Custom objects and events with another name in the ledger than in the files. Until their records move, a pull would treat all their
 * resources as new.
 */

import { isStandardObjectType } from '../../contract/object-types.ts';
import { kindLookup } from '../../engine/kind-lookup.ts';
import { UsageError } from '../../errors.ts';
import type { NamedObject } from '../../model/account-names.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import type { Resolution } from '../../model/desired.ts';
import { isOfEvent, withoutAccount } from '../../model/event-name.ts';
import type { Kind } from '../../model/kind.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { PullParts } from './parts.ts';

const APPLY_FIRST = 'Apply first: the plan says which records move. For that, nothing is sent to the account.';

/** Makes a call only if the ledger has a custom object that the files do not name. Throws UsageError `records-to-move`. */
export async function requireMoved(
  { kinds, resolution, customObjects }: Pick<PullParts, 'kinds' | 'resolution' | 'customObjects'>,
  { records }: Pick<Ledger, 'records'>,
): Promise<void> {
  const { desired } = resolution;
  requireOneName(kinds, resolution, Object.keys(records) as Address[]);
  const { kindOf } = kindLookup(kinds);
  const typesOf = (addresses: readonly Address[]): readonly string[] => [
    ...new Set(addresses.flatMap((address) => kindOf(address)?.objectTypes?.(address) ?? [])),
  ];
  const declared = typesOf(desired.resources.map(({ address }) => address)).filter(isCustom);
  const others = typesOf(Object.keys(records) as Address[]).filter(
    (type) => isCustom(type) && !declared.includes(type),
  );
  if (declared.length === 0 || others.length === 0) return;
  const objects = (await customObjects()) ?? [];
  for (const type of others) {
    const object = objectCalled(type, objects);
    const now = declared.find((one) => object !== undefined && objectCalled(one, objects) === object);
    if (now !== undefined)
      throw new UsageError(
        'records-to-move',
        `The files call the object ${type} ${now} now, and its records in the ledger have not moved yet, so nothing was pulled.`,
        { hint: APPLY_FIRST },
      );
  }
}

/** Names of events are not resolved, so their records move only with `moved`. The form of the names shows that both mean the same event. */
function requireOneName(
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
    const now = [...events].find((one) => withoutAccount(one) === withoutAccount(event));
    const stays = recorded.filter((one) => eventIn(one) === event && !moved.some(({ from }) => from === one));
    if (now !== undefined)
      throw new UsageError(
        'records-to-move',
        `The files call the event ${event} ${now} now, and its records in the ledger have the name of before, so nothing was pulled.`,
        stays.length === 0
          ? { hint: APPLY_FIRST }
          : {
              hint: 'Apply first, which records what is in sync by the new name. Then drop the records of before.',
              fix: [{ action: 'forget', addresses: stays, when: 'kept' }],
            },
      );
  }
}

function isCustom(type: string): boolean {
  return !isStandardObjectType(type);
}

/** Returns undefined if no object, or more than one, has the name. */
function objectCalled(type: string, objects: readonly NamedObject[]): NamedObject | undefined {
  const [one, ...others] = objects.filter(({ typeId, names }) => typeId === type || names.includes(type));
  return others.length === 0 ? one : undefined;
}
