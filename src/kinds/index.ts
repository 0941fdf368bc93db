/** The five kinds on each surface, in the order of the list of names; a kind is added here and nowhere else. */

import type { Surface } from '../contract/surfaces.ts';
import { type AccountNames, NO_NAMES } from '../model/account-names.ts';
import type { KindName } from '../model/address.ts';
import type { Fields } from '../model/json.ts';
import type { Kind, KindOn } from '../model/kind.ts';
import { associationLimit } from './association-limit/index.ts';
import { eventDefinitionProperty } from './event-definition-property/index.ts';
import { property } from './property/index.ts';
import { propertyGroup } from './property-group/index.ts';
import { webhookSubscription } from './webhook-subscription/index.ts';

const BY_NAME: Readonly<Record<KindName, KindOn<Fields>>> = {
  'property-group': propertyGroup,
  property,
  'webhook-subscription': webhookSubscription,
  'event-definition-property': eventDefinitionProperty,
  'association-limit': associationLimit,
};

/** On the documented surface. */
export const KINDS: readonly Kind[] = allOn('documented', NO_NAMES);
const ON_DATED: readonly Kind[] = allOn('dated', NO_NAMES);

/** As an account of this surface sees them; `names`: those that were looked up in the account. */
export function kindsOn(surface: Surface, names: AccountNames = NO_NAMES): readonly Kind[] {
  if (names !== NO_NAMES) return allOn(surface, names);
  return surface === 'documented' ? KINDS : ON_DATED;
}

function allOn(surface: Surface, names: AccountNames): readonly Kind[] {
  return Object.values(BY_NAME).map((on) => on(surface, names));
}
