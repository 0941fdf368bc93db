/** How the dated surface words a JSON value that does not fit its schema (interface 11). */

import type { Fault } from '../../contract/faults.ts';

/** Where the value begins in the compact document, from 1. */
export function deserializationText(body: unknown, { path, message }: Fault): string {
  const column = JSON.stringify(marked(body, path)).indexOf(JSON.stringify(MARK)) + 1;
  const given = JSON.stringify(path.reduce<unknown>((part, step) => Object(part)[step], body));
  return `Invalid input JSON on line 1, column ${column}: Cannot deserialize ${given} as ${String(path.at(-1) ?? 'body')}: ${message}`;
}

const MARK = '\u0000 here';

function marked(value: unknown, [step, ...rest]: readonly PropertyKey[]): unknown {
  if (step === undefined) return MARK;
  const part = Array.isArray(value) ? Object([...value]) : { ...Object(value) };
  part[step] = marked(part[step], rest);
  return part;
}
