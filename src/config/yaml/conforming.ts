/** Marks values that have no issue with the schema of a document, so that they are not checked again. Marked values are never modified. */

import type { Json } from '../../model/json.ts';

/** The mark is hidden from JSON, comparison and spreading. */
const CONFORMS = Symbol('trueup.conforms');

export function markConforming(value: Json): void {
  if (typeof value === 'object' && value !== null && Object.isExtensible(value) && !isConforming(value))
    Object.defineProperty(value, CONFORMS, { value: true });
}

/** Returns false also for a value that was not checked. */
export function isConforming(value: Json): boolean {
  return typeof value === 'object' && value !== null && CONFORMS in value;
}
