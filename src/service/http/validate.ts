/** Checks a body or query against its schema of the contract and reports all problems, every member in one reply. */

import type { z } from 'zod';
import { type Fault, faultText, listFaults } from '../../contract/faults.ts';
import { parseWith } from '../../contract/parse-with.ts';
import { type Detail, invalid } from '../model/refusal.ts';

/** The parsed value; throws a 400 that names each member that is wrong, missing or unknown. A dated body is worded as its surface does. */
export function validated(schema: z.ZodType, value: unknown, what: 'query' | 'body' | 'dated body'): unknown {
  const result = parseWith(schema, value);
  if (result.success) return result.data;
  const faults = listFaults(value, result.issues);
  const errors = faults.map((fault) => detail(fault, what === 'query' ? what : 'body'));
  const unfit = faults.find(({ kind }) => kind === 'choice' || kind === 'value');
  if (what === 'dated body' && unfit !== undefined) throw invalid(deserializationText(value, unfit), { errors });
  const where = what === 'query' ? what : 'request body';
  throw invalid(`Invalid ${where}: ${errors.map((error) => error.message).join('; ')}`, { errors });
}

const CODES = {
  missing: 'REQUIRED_FIELD',
  unknown: 'UNKNOWN_MEMBER',
  choice: 'INVALID_OPTION',
  value: 'INVALID_VALUE',
} as const;

function detail(fault: Fault, what: 'query' | 'body'): Detail {
  const where = fault.path.map(String).join('.');
  return { message: faultText(fault, where, what), code: CODES[fault.kind], in: where };
}

/** Names a value that does not fit its schema as the dated surface does (interface 11). The column counts from 1 in the compact document. */
function deserializationText(body: unknown, { path, message }: Fault): string {
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
