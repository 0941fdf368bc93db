/** Replaces the ids in limits by the text of the label, because a text means the same in every account. */

import { canonicalCategory } from '../../contract/association-limits.ts';
import { kindNamed } from '../../engine/kind-lookup.ts';
import type { AssociationType, Pair } from '../../model/account-names.ts';
import { type Address, formatAddress, parseAddress } from '../../model/address.ts';
import type { Live, LiveResource } from '../../model/live.ts';
import type { Look, Observer } from '../observer.ts';

/** Category of the labels that an account makes: the ids of the others are the same everywhere. */
const OWN = 'USER_DEFINED';

interface Meant {
  /** True if no file, ledger or account that leaves it out uses the id. */
  isFree(address: Address): boolean;
  /** True if the limit is pulled at the address of its label. */
  isMeant(address: Address): boolean;
}

/**
 * Returns the observation with these limits at the addresses of their labels. Reads the labels of each pair with such a limit once. A limit
 * whose label is ambiguous keeps its id.
 */
export async function labelled(
  { live, kinds, naming: { names } }: Look,
  { isFree, isMeant }: Meant,
  observer: Pick<Observer, 'labels'>,
): Promise<Live> {
  const byId = [...live.resources.values()].flatMap((resource) => {
    const type = kindNamed(kinds, resource.kind).associationType?.(resource.address);
    const isOwn = type?.typeId !== undefined && canonicalCategory(type.category) === OWN;
    return isOwn && isFree(resource.address) ? [{ resource, type }] : [];
  });
  if (byId.length === 0) return live;
  const called = new Map<Address, Address>();
  const pairOf = ({ from, to }: AssociationType): Pair => ({ from: names.typeIdOf(from), to: names.typeIdOf(to) });
  const byPair = Map.groupBy(byId, ({ type }) => JSON.stringify(pairOf(type)));
  await Promise.all(
    [...byPair].map(async ([pair, some]) => {
      const labels = (await observer.labels(JSON.parse(pair) as Pair)) ?? [];
      const own = labels.filter(({ category }) => category === OWN);
      for (const { resource, type } of some) {
        const label = own.find(({ typeId }) => typeId === type.typeId)?.label;
        if (label === undefined || own.filter((twin) => twin.label === label).length > 1) continue;
        const address = withLabel(resource, label);
        // A text of digits would be read as an id.
        if (kindNamed(kinds, resource.kind).associationType?.(address).label !== label) continue;
        if (isMeant(address) && !live.resources.has(address)) called.set(resource.address, address);
      }
    }),
  );
  if (called.size === 0) return live;
  const resources = [...live.resources].map(([address, resource]) => {
    const now = called.get(address) ?? address;
    return [now, now === address ? resource : { ...resource, address: now }] as const;
  });
  return { ...live, resources: new Map(resources) };
}

/** A label stands where the id does. */
function withLabel({ address, kind }: LiveResource, label: string): Address {
  return formatAddress(kind, ...(parseAddress(address)?.parts.slice(0, -1) ?? []), label);
}
