/** Lists that several calls look into: one that was asked for less than a second ago serves the next call too. */

import type { Clock } from '../../contract/clock.ts';
import type { Address } from '../../model/address.ts';
import type { CreationTimes } from '../../model/kind-reader.ts';
import type { LiveResource } from '../../model/live.ts';
import { ageOf, type Moment, momentOf } from './seen-at.ts';

/** What a complete read shows: an address that is not in it does not exist. */
export type Found = ReadonlyMap<Address, LiveResource>;

export interface Shown {
  readonly found: Found;
  /** When it was made. */
  readonly created: CreationTimes;
}

/** What was read, and when the reply was there. */
export interface Sight extends Shown {
  readonly at: Moment;
}

export interface SharedReads {
  /** From the list of this key, which `read` asks for where none is recent enough. Throws what it throws. */
  look(key: string, read: () => Promise<Shown>): Promise<Sight>;
}

/** Lists that were asked for before a run: they serve its calls as long as its own do. */
export interface Ahead {
  readonly lists: SharedReads;
  /** How many. */
  readonly reads: number;
}

/** How long, in milliseconds, a list serves the calls that look into it. */
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
      // A failed read serves those that waited for it and nobody after them.
      sight.catch(() => {
        if (recent.get(key) === asked) recent.delete(key);
      });
      return sight;
    },
  };
}
