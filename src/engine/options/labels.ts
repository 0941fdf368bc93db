/** Foresees that a list of options would have one label twice, because an option of others is sent along (assumption A31). */

import { defined } from '../../contract/defined.ts';
import type { Change } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import type { Option } from '../../model/option.ts';
import { asOptions } from '../compare.ts';

/** A warning and no block: the rule is not in the interface, and an account that has such a list already shows that it takes them. */
export function sharedLabels(change: Change): readonly Finding[] {
  return change.fields
    .filter(({ options }) => options !== undefined)
    .flatMap(({ before, after }) => {
      const live = new Map(asOptions(before).map((option) => [option.value, option.label] as const));
      const known = (option: Option) => live.get(option.value) === option.label;
      return [...Map.groupBy(asOptions(after), ({ label }) => label).values()]
        .filter((options) => options.length > 1 && !options.every(known))
        .map((options) => finding(change, options));
    });
}

function finding({ address, provenance }: Change, options: readonly Option[]): Finding {
  const values = options.map(({ value }) => JSON.stringify(value)).join(' and ');
  return {
    code: 'option-label-shared',
    severity: 'warning',
    message: `The options ${values} of ${address} would both have the label ${JSON.stringify(options[0]?.label)}, which the service is expected to refuse.`,
    hint: 'Declare all of them with labels of their own, change the label in the account, or take one off the list with retire.',
    address,
    ...defined({ provenance }),
  };
}
