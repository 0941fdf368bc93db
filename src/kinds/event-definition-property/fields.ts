/** Comparison of the fields of an event-definition property, on each surface. */

import type { FieldHint } from '../../model/field-rule.ts';
import { OPTION_LIST } from '../options.ts';

export const COMPARED = {
  label: { compare: 'exact' },
  type: { compare: 'exact' },
  fieldType: { compare: 'exact' },
  description: { compare: 'text' },
  options: { compare: 'options', list: OPTION_LIST },
} as const satisfies Readonly<Record<string, FieldHint>>;
