/** Blocks creates with a name that a new event property cannot have. The service might store it in another form, as another property. */

import { EVENT_PROPERTY_NAME } from '../../contract/names.ts';
import type { Blockage, DesiredChange } from '../../model/kind.ts';
import { parseIdentity } from './replies.ts';
import type { EventDefinitionPropertySpec } from './spec.ts';

/** Names that are equal in lower case name the same property (interface 4.3). */
export function unnameable({
  address,
  action,
}: Pick<DesiredChange<EventDefinitionPropertySpec>, 'action' | 'address'>): Blockage | undefined {
  const { name } = parseIdentity(address);
  if (action !== 'create' || EVENT_PROPERTY_NAME.test(name)) return undefined;
  const reason = `A new event property cannot be called ${JSON.stringify(name)}: use at most 50 lowercase letters, digits and underscores, starting with a letter.`;
  return { address, because: 'no-endpoint', reason, section: '4.3' };
}
