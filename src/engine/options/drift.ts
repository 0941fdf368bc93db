/** Compares an option list with the last apply, and separates the changes of trueup's own calls. */

import type { OptionChange } from '../../model/change.ts';
import type { Json } from '../../model/json.ts';
import type { ForeignOption } from '../../model/option.ts';
import { asOptions } from '../compare.ts';
import { leftSince } from './left.ts';
import { byValue, sameOrder } from './lists.ts';
import { named } from './merge.ts';

export interface OptionsDrift {
  /** Our options that differ from the last apply, for any cause. */
  readonly left: readonly OptionChange[];
  /** Differences that no call of trueup caused. */
  readonly theirs: readonly OptionChange[];
  /** Options that others added. */
  readonly foreign: readonly ForeignOption[];
}

/** Compares option by option. An option is trueup's own if one of the other records has it as the account does. */
export function optionsDrift(applied: Json, now: Json, records: readonly (Json | undefined)[]): OptionsDrift {
  const [was, live] = [asOptions(applied), asOptions(now)];
  const left = leftSince(was, live);
  const isOwn = ({ value, change }: OptionChange): boolean =>
    records.some((record) => {
      const list = asOptions(record);
      if (record === undefined) return true;
      if (change === 'move') return sameOrder(list, live);
      return !leftSince(list, live).some((one) => one.value === value && one.change !== 'move');
    });
  const ours = byValue([...was, ...records.flatMap(asOptions)]);
  return {
    left,
    theirs: left.filter((change) => !isOwn(change)),
    foreign: live.filter(({ value }) => !ours.has(value)).map(named),
  };
}
