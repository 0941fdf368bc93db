/** Read-only parts of a definition: the whole definition, all but its options, or some members (interface 11.3; assumption A50). */

import { type DatedProperty, DatedPropertyUpdate } from '../../../contract/dated-properties.ts';
import { lazy } from '../../../contract/lazy.ts';
import type { LiveResource } from '../../../model/live.ts';

/** Clauses for the reason of a blocked change. */
const DEFINITION = 'the service marks its definition as read-only';
const OPTIONS = 'the service marks its options as read-only';
const SYMBOL = 'the symbol stays once the property that holds the currency was named';

const changeable = lazy(() => Object.keys(DatedPropertyUpdate().shape).filter((member) => member !== 'name'));

type Members = Pick<DatedProperty, 'modificationMetadata' | 'showCurrencySymbol' | 'currencyPropertyName'>;

/** A missing flag means unlocked. The options of a read-only definition have a separate flag. */
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
