/** Checks a body or query against its schema of the contract and reports all problems, every member in one reply. */

import type { z } from 'zod';
import { type Fault, faultsOf, faultText } from '../../contract/faults.ts';
import { parseWith } from '../../contract/parse-with.ts';
import { type Detail, invalid } from '../model/refusal.ts';

/** The parsed value; throws a 400 that names each member that is wrong, missing or unknown. */
export function validated(schema: z.ZodType, value: unknown, what: 'query' | 'body'): unknown {
  const result = parseWith(schema, value);
  if (result.success) return result.data;
  const errors = faultsOf(value, result.issues).map((fault) => detail(fault, what));
  const where = what === 'body' ? 'request body' : what;
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
