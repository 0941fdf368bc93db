/** The kinds on each surface. `KIND_NAMES` decides their order. */

import { DEFAULT_SURFACE, type Surface } from '../contract/surfaces.ts';
import { type AccountNames, NO_NAMES } from '../model/account-names.ts';
import { KIND_NAMES, type KindName } from '../model/address.ts';
import type { Fields } from '../model/json.ts';
import type { Kind, KindOn } from '../model/kind.ts';
import { associationLabel } from './association-label/index.ts';
import { associationLimit } from './association-limit/index.ts';
import { eventDefinitionProperty } from './event-definition-property/index.ts';
import { objectSchema } from './object-schema/index.ts';
import { pipeline } from './pipeline/index.ts';
import { property } from './property/index.ts';
import { propertyGroup } from './property-group/index.ts';
import { webhookSubscription } from './webhook-subscription/index.ts';

const BY_NAME: Readonly<Record<KindName, KindOn<Fields>>> = {
  'object-schema': objectSchema,
  'property-group': propertyGroup,
  property,
  pipeline,
  'webhook-subscription': webhookSubscription,
  'event-definition-property': eventDefinitionProperty,
  'association-label': associationLabel,
  'association-limit': associationLimit,
};

const ON: Readonly<Record<Surface, readonly Kind[]>> = {
  documented: buildKinds('documented', NO_NAMES),
  dated: buildKinds('dated', NO_NAMES),
};

/** Kinds on the default surface. */
export const KINDS: readonly Kind[] = ON[DEFAULT_SURFACE];

/** Returns the kinds for an account of this surface. `names` are the names that were looked up in the account. */
export function listKinds(surface: Surface, names: AccountNames = NO_NAMES): readonly Kind[] {
  return names === NO_NAMES ? ON[surface] : buildKinds(surface, names);
}

function buildKinds(surface: Surface, names: AccountNames): readonly Kind[] {
  return KIND_NAMES.map((name) => BY_NAME[name](surface, names));
}
