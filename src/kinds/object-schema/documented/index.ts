/** Object schemas on the documented surface, which has no call for them: each change is blocked (interface 11.4). */

import { lackingSide } from '../../lacking-side.ts';
import { FIELD_HINTS } from '../fields.ts';
import type { ObjectSchemaSpec } from '../spec.ts';

export const documented = lackingSide<ObjectSchemaSpec>(FIELD_HINTS, {
  plural: 'object schemas',
  noun: 'schema',
  section: '11.4',
});
