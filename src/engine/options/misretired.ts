/** Entries of `retire` that name no option of the account, and look like a misspelling of one. Pure. */

import { nearest } from '../../model/nearest.ts';
import type { Option, Tombstone } from '../../model/option.ts';
import type { Misretired } from '../field-diff.ts';
import { byValue } from './lists.ts';

/** An entry may stay after its option is gone, so one that nothing is near to is no misspelling. */
export function misretired(
  retire: readonly Tombstone[],
  declared: readonly Option[],
  live: readonly Option[],
): readonly Misretired[] {
  const [ours, held, named] = [byValue(declared), byValue(live), new Set(retire.map(({ value }) => value))];
  const candidates = live.filter(({ value }) => !ours.has(value) && !named.has(value));
  return retire.flatMap(({ value }, index) => {
    if (held.has(value)) return [];
    const labelled = candidates.find(({ label }) => label === value);
    const near =
      labelled?.value ??
      nearest(
        value,
        candidates.map((option) => option.value),
      );
    return near === undefined ? [] : [{ index, near }];
  });
}
