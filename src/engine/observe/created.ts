/**
 * Reads when the resources of open creates were made. The times are kept apart from the resources, because they exist only while
 * two clocks agree. They are neither planned nor recorded nor shown, and only this folder uses them.
 */

import type { ReadCall } from '../../contract/calls.ts';
import type { CreationTimes, KindReader } from '../../model/kind-reader.ts';
import type { Live } from '../../model/live.ts';
import type { Shown } from './shared-reads.ts';

/** Result of an observation. Other folders use it as Live, without the times. */
export interface Observed extends Live {
  /** Times of creation. Absent if no open create needs them. */
  readonly created?: CreationTimes;
}

export const NO_TIMES: CreationTimes = new Map();

export function shownBy({ resources, created = NO_TIMES }: Observed): Shown {
  return { found: resources, created };
}

/** A longer one than a reply takes, and shorter than anything that is concluded from it. */
const AGREE_MS = 60_000;

/** Returns the times of creation. They are compared with times of the ledger, so they count only if both clocks agree. */
export function timesIn(
  reader: KindReader | undefined,
  call: ReadCall,
  { value, ahead }: { readonly value: unknown; readonly ahead?: number | undefined },
): CreationTimes {
  if (ahead === undefined || Math.abs(ahead) > AGREE_MS) return NO_TIMES;
  return reader?.createdIn?.(call, value) ?? NO_TIMES;
}
