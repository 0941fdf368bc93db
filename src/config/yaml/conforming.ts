/** Marks values that have no issue with the schema of a document: whoever has one of them need not check it again. Nobody changes such a value. */

import type { Json } from '../../model/json.ts';

/** Hidden from JSON, comparison and spreading. */
const CONFORMS = Symbol('trueup.conforms');

export function markConforming(value: Json): void {
  if (typeof value === 'object' && value !== null && Object.isExtensible(value) && !isConforming(value))
    Object.defineProperty(value, CONFORMS, { value: true });
}

/** False of a value that was only not checked. */
export function isConforming(value: Json): boolean {
  return typeof value === 'object' && value !== null && CONFORMS in value;
}
