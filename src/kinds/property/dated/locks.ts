/** What of a definition nobody can change: all of it, all but its options, or some of its members (interface 11.3; assumption A50). */

import { type DatedProperty, DatedPropertyUpdate } from '../../../contract/dated-properties.ts';
import { lazy } from '../../../contract/lazy.ts';
import type { LiveResource } from '../../../model/live.ts';

/** Half a sentence each, for the reason of a blocked change. */
const DEFINITION = 'the service marks its definition as read-only';
const OPTIONS = 'the service marks its options as read-only';
const SYMBOL = 'the symbol stays once the property that holds the currency was named';

const changeable = lazy(() => Object.keys(DatedPropertyUpdate().shape).filter((member) => member !== 'name'));

type Members = Pick<DatedProperty, 'modificationMetadata' | 'showCurrencySymbol' | 'currencyPropertyName'>;

/** A flag that is left out is no lock. The options of a read-only definition have a flag of their own. */
export function locksOf({
  modificationMetadata: metadata,
  showCurrencySymbol,
  currencyPropertyName,
}: Members): Pick<LiveResource, 'locked' | 'unlocked'> {
  const options = metadata?.readOnlyOptions === true;
  if (metadata?.readOnlyDefinition === true)
    return options ? { locked: DEFINITION } : { locked: DEFINITION, unlocked: ['options'] };
  const hasCurrency = showCurrencySymbol === true && (currencyPropertyName ?? '') !== '';
  const locks = new Map<string, string>([
    ...(options ? [['options', OPTIONS] as const] : []),
    ...(hasCurrency ? [['showCurrencySymbol', SYMBOL] as const] : []),
  ]);
  if (locks.size === 0) return {};
  return { locked: [...locks.values()].join(', and '), unlocked: changeable().filter((member) => !locks.has(member)) };
}
