/** The five kinds, in the order of the list of names; a kind is added here and nowhere else. */

import type { KindName } from '../model/address.ts';
import type { Kind } from '../model/kind.ts';
import { associationLimit } from './association-limit/index.ts';
import { eventDefinitionProperty } from './event-definition-property/index.ts';
import { property } from './property/index.ts';
import { propertyGroup } from './property-group/index.ts';
import { webhookSubscription } from './webhook-subscription/index.ts';

const BY_NAME: Readonly<Record<KindName, Kind>> = {
  'property-group': propertyGroup,
  property,
  'webhook-subscription': webhookSubscription,
  'event-definition-property': eventDefinitionProperty,
  'association-limit': associationLimit,
};

export const KINDS: readonly Kind[] = Object.values(BY_NAME);

export function kindOf(name: KindName): Kind {
  return BY_NAME[name];
}
