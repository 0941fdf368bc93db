/** Parses the JSON of a request: bounded in depth and size, with names and texts that every store keeps unchanged. */

import { unstorable } from '../model/plain-text.ts';
import { type Detail, invalid } from '../model/refusal.ts';

/** Objects and lists inside one another. */
const MOST_LEVELS = 100;

/** Members and items, so that checking a body costs no more than the body is worth. */
const MOST_VALUES = 200_000;

/** Throws a 400 that names every invalid member. If a member appears twice, the last one counts. */
export function parsedJson(text: string): unknown {
  const value = parsed(text);
  const errors: Detail[] = [];
  let values = 0;
  const check = (inner: unknown, path: readonly string[]) => {
    values += 1;
    if (values > MOST_VALUES) throw invalid(`Invalid input JSON: it contains more than ${MOST_VALUES} values`);
    errors.push(...findFaults(inner, path));
    if (typeof inner !== 'object' || inner === null) return;
    if (path.length >= MOST_LEVELS) throw invalid(`Invalid input JSON: it is nested deeper than ${MOST_LEVELS} levels`);
    for (const [name, member] of Object.entries(inner)) {
      errors.push(...nameFaults(name, path));
      check(member, [...path, name]);
    }
  };
  check(value, []);
  if (errors.length === 0) return value;
  throw invalid(`Invalid input JSON: ${errors.map(({ message }) => message).join('; ')}`, { errors });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`Invalid input JSON: ${error instanceof Error ? error.message : 'it cannot be parsed'}`);
  }
}

function findFaults(value: unknown, path: readonly string[]): readonly Detail[] {
  if (typeof value === 'string') return textFault(value, path, 'contains');
  if (typeof value !== 'number' || Number.isFinite(value)) return [];
  return [{ message: `${path.join('.')} is too large`, code: 'INVALID_VALUE', in: path.join('.') }];
}

/** The name `__proto__` would change the prototype of an object that the member is copied to. */
function nameFaults(name: string, path: readonly string[]): readonly Detail[] {
  if (name !== '__proto__') return textFault(name, path, 'has a member whose name contains');
  return [{ message: 'a member must not be named __proto__', code: 'INVALID_NAME', in: [...path, name].join('.') }];
}

function textFault(text: string, path: readonly string[], verb: string): readonly Detail[] {
  const problem = unstorable(text);
  if (problem === undefined) return [];
  const where = path.join('.');
  return [{ message: `${where === '' ? 'the body' : where} ${verb} ${problem}`, code: 'INVALID_VALUE', in: where }];
}
