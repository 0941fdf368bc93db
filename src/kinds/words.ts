/** The words of each kind in reports. They are separate from the kinds, so that a report loads without schemas and calls. */

import type { KindName } from '../model/address.ts';
import type { KindWords } from '../model/kind-words.ts';
import { associationLabelWords } from './association-label/words.ts';
import { associationLimitWords } from './association-limit/words.ts';
import { eventDefinitionPropertyWords } from './event-definition-property/words.ts';
import { objectSchemaWords } from './object-schema/words.ts';
import { pipelineWords } from './pipeline/words.ts';
import { propertyWords } from './property/words.ts';
import { propertyGroupWords } from './property-group/words.ts';
import { webhookSubscriptionWords } from './webhook-subscription/words.ts';

export const KIND_WORDS: Readonly<Record<KindName, KindWords>> = {
  'object-schema': objectSchemaWords,
  'property-group': propertyGroupWords,
  property: propertyWords,
  pipeline: pipelineWords,
  'webhook-subscription': webhookSubscriptionWords,
  'event-definition-property': eventDefinitionPropertyWords,
  'association-label': associationLabelWords,
  'association-limit': associationLimitWords,
};

/** Returns kinds on this surface for which only the account shows the effect of a lost call. */
export function doubtfulWords(surface: KindWords['doubtfulOn'][number]): readonly KindWords[] {
  return Object.values(KIND_WORDS).filter(({ doubtfulOn }) => doubtfulOn.includes(surface));
}
