/** A place in a file, as terminals and editors open it. Alone, so that findings load nothing of plans. */

import type { Provenance } from '../../model/finding.ts';
import { terminalLine } from '../escape.ts';

/** `schema/contacts.yaml:12:7`. */
export function placeText(place: Provenance): string {
  return `${terminalLine(place.file)}:${place.line}:${place.column}`;
}
