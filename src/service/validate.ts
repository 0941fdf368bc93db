/** Checks a body or query against its schema of the contract and words what is wrong, every member at once. */

import type { z } from 'zod';
import { type Fault, faultsOf } from '../contract/faults.ts';
import { type Detail, invalid } from './refusal.ts';

/** The parsed value; throws a 400 that names each member that is wrong, missing or unknown. */
export function validated(schema: z.ZodType, value: unknown, what: 'query' | 'body'): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = faultsOf(value, result.error.issues).map((fault) => detail(fault, what));
  const where = what === 'body' ? 'request body' : what;
  throw invalid(`Invalid ${where}: ${errors.map((error) => error.message).join('; ')}`, { errors });
}

const CODES = {
  missing: 'REQUIRED_FIELD',
  unknown: 'UNKNOWN_MEMBER',
  choice: 'INVALID_OPTION',
  value: 'INVALID_VALUE',
} as const;

function detail({ path, kind, message }: Fault, what: 'query' | 'body'): Detail {
  const where = path.map(String).join('.');
  return { message: sentence({ kind, message }, where, what), code: CODES[kind], in: where };
}

function sentence({ kind, message }: Pick<Fault, 'kind' | 'message'>, where: string, what: 'query' | 'body'): string {
  if (where === '') return message;
  if (kind === 'unknown') return `${where} is not a member of this ${what}`;
  if (kind === 'missing') return message.startsWith('is ') ? `${where} ${message}` : message;
  return `${where} is wrong: ${message}`;
}
