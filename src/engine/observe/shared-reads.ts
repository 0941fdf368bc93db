/** Lists that several calls share. A list that was requested less than a second ago serves the next call too. */

import type { Clock } from '../../contract/clock.ts';
import type { Address } from '../../model/address.ts';
import type { CreationTimes } from '../../model/kind-reader.ts';
import type { LiveResource } from '../../model/live.ts';
import { ageOf, type Moment, momentOf } from './seen-at.ts';

/** Resources of a complete read. An address that is missing in it does not exist. */
export type Found = ReadonlyMap<Address, LiveResource>;

export interface Shown {
  readonly found: Found;
  /** Times of creation. */
  readonly created: CreationTimes;
}

/** A read with the time of its reply. */
export interface Sight extends Shown {
  readonly at: Moment;
}

export interface SharedReads {
  /** Returns the list of this key, and requests it with `read` if it is too old. Throws the errors of `read`. */
  look(key: string, read: () => Promise<Shown>): Promise<Sight>;
}

/** Lists that were asked for before a run: they serve its calls as long as its own do. */
export interface Ahead {
  readonly lists: SharedReads;
  /** How many. */
  readonly reads: number;
}

/** Milliseconds for which calls share a list. */
const SHARED_READ_MS = 1000;

export function sharedReads(clock: Clock): SharedReads {
  const recent = new Map<string, { readonly at: Moment; readonly sight: Promise<Sight> }>();
  return {
    look(key, read) {
      const at = momentOf(clock);
      const last = recent.get(key);
      if (last !== undefined && ageOf(last.at, at) < SHARED_READ_MS) return last.sight;
      const sight = read().then((shown) => ({ ...shown, at: momentOf(clock) }));
      const asked = { at, sight };
      recent.set(key, asked);
      // A failed read fails only the calls that waited for it.
      sight.catch(() => {
        if (recent.get(key) === asked) recent.delete(key);
      });
      return sight;
    },
  };
}
