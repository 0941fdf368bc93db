/** Association labels on the documented surface, which has no call for them: each change is blocked (interface 11.7). */

import { lackingSide } from '../../lacking-side.ts';
import { FIELD_HINTS } from '../fields.ts';
import type { AssociationLabelSpec } from '../spec.ts';

export const documented = lackingSide<AssociationLabelSpec>(FIELD_HINTS, {
  plural: 'association labels',
  noun: 'label',
  section: '11.7',
});
