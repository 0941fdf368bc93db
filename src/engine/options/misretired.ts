/** Finds entries of `retire` that match no option of the account but resemble one. Pure. */

import { nearest } from '../../model/nearest.ts';
import type { Option, Tombstone } from '../../model/option.ts';
import type { Misretired } from '../field-diff.ts';
import { byValue } from './lists.ts';

/** An entry may outlive its option, so only an entry that resembles an option counts. */
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
