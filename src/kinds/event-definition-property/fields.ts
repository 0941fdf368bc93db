/** Comparison of the fields of an event-definition property, on each surface. */

import type { FieldRule } from '../../model/kind.ts';

export const COMPARED = {
  label: { compare: 'exact' },
  type: { compare: 'exact' },
  fieldType: { compare: 'exact' },
  description: { compare: 'text' },
  options: { compare: 'options' },
} as const satisfies Readonly<Record<string, Pick<FieldRule, 'compare'>>>;
