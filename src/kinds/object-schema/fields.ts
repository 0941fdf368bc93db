/** Comparison of the fields of an object schema, on each surface. */

import type { FieldHint } from '../../model/field-rule.ts';

export const FIELD_HINTS = {
  labels: { compare: 'exact' },
  description: { compare: 'text' },
  primaryDisplayProperty: { compare: 'exact' },
  secondaryDisplayProperties: { compare: 'exact' },
  requiredProperties: { compare: 'exact' },
  searchableProperties: { compare: 'exact' },
} as const satisfies Readonly<Record<string, FieldHint>>;
