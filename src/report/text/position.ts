/** A position in a file, as terminals and editors open it. Separate, so that findings load nothing about plans. */

import type { Provenance } from '../../model/finding.ts';
import { terminalLine } from '../escape.ts';

/** `schema/contacts.yaml:12:7`. */
export function positionText(position: Provenance): string {
  return `${terminalLine(position.file)}:${position.line}:${position.column}`;
}
