/** Prints rows of a name and a value, aligned. */

import { terminalLine } from '../../report/escape.ts';
import { padEnd } from '../../report/text/layout.ts';

export function rowsText(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${padEnd(name, width)}  ${terminalLine(value)}\n`).join('');
}
