/** Checks a body or query against its schema of the contract and reports all problems, every member in one reply. */

import type { z } from 'zod';
import { type Fault, faultsOf, faultText } from '../../contract/faults.ts';
import { parseWith } from '../../contract/parse-with.ts';
import { type Detail, invalid } from '../model/refusal.ts';
import { deserializationText } from './deserialization.ts';

/** The parsed value; throws a 400 that names each member that is wrong, missing or unknown. A dated body is worded as its surface does. */
export function validated(schema: z.ZodType, value: unknown, what: 'query' | 'body' | 'dated body'): unknown {
  const result = parseWith(schema, value);
  if (result.success) return result.data;
  const faults = faultsOf(value, result.issues);
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
