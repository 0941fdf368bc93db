/** A position in a file, as terminals and editors open it. Separate, so that findings load nothing about plans. */

import type { Override, Provenance } from '../../model/finding.ts';
import { terminalLine } from '../escape.ts';

/** `schema/contacts.yaml:12:7`. */
export function positionText(position: Provenance): string {
  return `${terminalLine(position.file)}:${position.line}:${position.column}`;
}

/** Names the fields that an account overrides, with the position. Returns undefined without overrides. */
export function overrideText(overrides: readonly Override[] = []): string | undefined {
  const [first] = overrides;
  if (first === undefined) return undefined;
  const account = terminalLine(first.account);
  if (first.field === undefined) return `Only in the account ${account}: declared in its overrides.`;
  const fields = overrides.map(({ field = '', provenance }) => `${terminalLine(field)} ${positionText(provenance)}`);
  return `Overridden for the account ${account}: ${fields.join(', ')}`;
}
