/** How reports name each kind, separate from the kinds themselves: without their schemas and calls a report loads quickly. */

import type { KindName } from '../model/address.ts';
import type { KindWords } from '../model/kind-words.ts';
import { associationLimitWords } from './association-limit/words.ts';
import { eventDefinitionPropertyWords } from './event-definition-property/words.ts';
import { propertyWords } from './property/words.ts';
import { propertyGroupWords } from './property-group/words.ts';
import { webhookSubscriptionWords } from './webhook-subscription/words.ts';

export const KIND_WORDS: Readonly<Record<KindName, KindWords>> = {
  'property-group': propertyGroupWords,
  property: propertyWords,
  'webhook-subscription': webhookSubscriptionWords,
  'event-definition-property': eventDefinitionPropertyWords,
  'association-limit': associationLimitWords,
};

/** Kinds of which a lost call leaves a doubt on this surface that only a look in the account settles. */
export function doubtfulWords(surface: KindWords['doubtfulOn'][number]): readonly KindWords[] {
  return Object.values(KIND_WORDS).filter(({ doubtfulOn }) => doubtfulOn.includes(surface));
}
