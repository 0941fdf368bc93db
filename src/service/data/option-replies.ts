/** The options of a property as replies show them where they have five members (interface 2.9, 11.3). */

import type { StoredOption } from '../model/property.ts';

export function optionReplies(options: readonly StoredOption[]) {
  return options.map(({ label, value, description, displayOrder, hidden }) => ({
    label,
    value,
    description,
    displayOrder,
    hidden,
  }));
}
