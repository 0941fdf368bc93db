/** Findings about entries of lists that left the files and stay in the account, because no call removes them. */

import { defined } from '../../contract/defined.ts';
import type { Change } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import { optionName } from '../../model/option.ts';
import type { StayingEntries } from '../field-diff.ts';
import { listed } from '../listed.ts';

export function stayingFindings(
  { address, provenance, overrides = [] }: Pick<Change, 'address' | 'provenance' | 'overrides'>,
  stays: readonly StayingEntries[],
): readonly Finding[] {
  return stays.flatMap(({ field, list: { noun, removal }, values }): readonly Finding[] => {
    if (typeof removal === 'string') return [];
    const override = overrides.find((one) => one.field === field);
    const [what, verb] = values.length === 1 ? [noun, 'stays'] : [`${noun}s`, 'stay'];
    return [
      {
        code: 'entry-stays',
        severity: 'warning',
        message: `The ${what} ${listed(values.map(optionName), NAMED)} of ${address} ${verb} in the account. ${removal.reason}`,
        hint: removal.hint,
        address,
        ...defined({ provenance: override?.provenance ?? provenance }),
      },
    ];
  });
}

const NAMED = 8;
