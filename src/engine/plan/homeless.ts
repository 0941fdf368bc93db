/** Decides whether the container of a resource is certainly missing: read, not found, and not declared. */

import { kindIn } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Live } from '../../model/live.ts';
import { kindsByName } from '../kind-lookup.ts';
import type { DecideInput } from './decision.ts';

type Seen = Pick<Live, 'resources' | 'unseen' | 'untold' | 'lacking'>;

/** Only a reader that proves absence makes it certain. Other surfaces may hide empty containers. */
export function homelessIn(
  declared: readonly DesiredResource[],
  { resources, unseen, untold, lacking }: Seen,
  kinds: readonly Kind[],
): NonNullable<DecideInput['homeless']> {
  const addresses = new Set(declared.map(({ address }) => address));
  const byName = kindsByName(kinds);
  return ({ spec }, kind) => {
    const home = kind.home?.(spec);
    if (home === undefined || addresses.has(home) || resources.has(home)) return undefined;
    if (unseen.has(home) || untold?.has(home) === true || lacking?.has(home) === true) return undefined;
    const reader = byName.get(kindIn(home) ?? kind.name)?.reader;
    return reader === undefined || isUnsupported(reader) || reader.proves !== 'both' ? undefined : home;
  };
}
