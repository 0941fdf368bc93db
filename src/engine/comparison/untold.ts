/** Lists what the sides do not tell: fields that they do not show, and what could not be read. */

import type { SnapshotResource } from '../../model/snapshot.ts';
import type { ComparedPair } from './fields.ts';
import { type ComparingOptions, isOfKind, kindsMeantBy, type Meant } from './filters.ts';
import type { Collected } from './not-compared.ts';
import type { Side } from './side.ts';

interface Sides {
  readonly left: Side;
  readonly right: Side;
}

export function addUntold(
  notCompared: Collected,
  { untold, isBlank }: Pick<ComparedPair, 'untold' | 'isBlank'>,
  { address, kind }: SnapshotResource,
  sides: Sides,
): void {
  for (const { field, side, bySurface } of untold) {
    const names = side === 'both' ? `${sides.left.name} and ${sides.right.name}` : sides[side].name;
    const reason = bySurface
      ? `The surface of ${names} does not show these fields.`
      : `What was read of ${names} does not show these fields.`;
    notCompared.addField({ kind, side, because: 'surface', reason }, field, address, isBlank);
  }
}

/** What a side could not read is said even where nothing is known of it. False where a read failed. */
export function addUnread(notCompared: Collected, sides: Sides, options: ComparingOptions, isMeant: Meant): boolean {
  let complete = true;
  const isAsked = kindsMeantBy(options);
  for (const side of ['left', 'right'] as const) {
    for (const [name, kind] of sides[side].kinds) {
      if (!isAsked(kind)) continue;
      const tells = sides[side].tells(name);
      if (tells?.shows === 'nothing' && tells.reason !== undefined)
        notCompared.add({ kind: name, side, because: 'surface', reason: tells.reason });
      const failed = sides[side].parts.filter((part) => part.kind === name && part.unread !== undefined);
      for (const { of, unread } of failed)
        if (unread !== undefined) notCompared.add({ kind: name, of, side, ...unread });
      const single = [...sides[side].unread].filter(([address]) => isOfKind(address, name) && isMeant(kind, address));
      for (const [address, { because, reason }] of single)
        notCompared.add({ kind: name, side, because, reason }, address);
      complete &&= failed.length === 0 && single.length === 0;
    }
  }
  return complete;
}
