/** What of a definition nobody can change: all of it, all but its options, or its options alone (interface 11.3; assumption A50). */

import { type DatedProperty, DatedPropertyUpdate } from '../../../contract/dated-properties.ts';
import type { LiveResource } from '../../../model/live.ts';

/** Half a sentence each, for the reason of a blocked change. */
const DEFINITION = 'the service marks its definition as read-only';
const OPTIONS = 'the service marks its options as read-only';

const ALL_BUT_OPTIONS = Object.keys(DatedPropertyUpdate.shape).filter(
  (member) => !['name', 'options'].includes(member),
);

/** A flag that is left out is no lock. The options of a read-only definition have a flag of their own. */
export function locksOf(metadata: DatedProperty['modificationMetadata']): Pick<LiveResource, 'locked' | 'unlocked'> {
  const options = metadata?.readOnlyOptions === true;
  if (metadata?.readOnlyDefinition !== true) return options ? { locked: OPTIONS, unlocked: ALL_BUT_OPTIONS } : {};
  return options ? { locked: DEFINITION } : { locked: DEFINITION, unlocked: ['options'] };
}
