/** Comparison of the fields of a pipeline, on each surface. */

import type { FieldHint } from '../../model/field-rule.ts';
import { STAGE_LIST } from './spec.ts';

export const FIELD_HINTS = {
  label: { compare: 'exact' },
  displayOrder: { compare: 'exact' },
  stages: { compare: 'options', list: STAGE_LIST },
} as const satisfies Readonly<Record<string, FieldHint>>;
