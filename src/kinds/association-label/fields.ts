/** Comparison of the fields of an association label, on each surface. */

import type { FieldHint } from '../../model/field-rule.ts';

export const FIELD_HINTS = {
  label: { compare: 'exact' },
  inverseLabel: { compare: 'exact' },
} as const satisfies Readonly<Record<string, FieldHint>>;
