/** Pipelines on the documented surface, which has no call for them: each change is blocked (interface 11.9). */

import { lackingSide } from '../../lacking-side.ts';
import { FIELD_HINTS } from '../fields.ts';
import type { PipelineSpec } from '../spec.ts';

export const documented = lackingSide<PipelineSpec>(FIELD_HINTS, {
  plural: 'pipelines',
  noun: 'pipeline',
  section: '11.9',
});
