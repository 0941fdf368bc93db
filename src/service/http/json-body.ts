/** External JSON as a value: bounded in depth and size, every member once, and only strings that can be stored unchanged. */

import { unstorable } from '../model/plain-text.ts';
import { type Detail, invalid } from '../model/refusal.ts';

/** Objects and lists inside one another. */
const MOST_LEVELS = 100;

/** Members and items, so that checking a body costs no more than the body is worth. */
const MOST_VALUES = 200_000;

/** Throws a 400 that names every member that cannot be taken. */
export function parsedJson(text: string): unknown {
  const { bounds, faults } = scanned(text);
  if (bounds !== undefined) throw invalid(`Invalid input JSON: ${bounds}`);
  const value = parsed(text);
  const errors = [...faults, ...faultsIn(value, [])];
  if (errors.length > 0) {
    throw invalid(`Invalid input JSON: ${errors.map(({ message }) => message).join('; ')}`, { errors });
  }
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`Invalid input JSON: ${error instanceof Error ? error.message : 'it cannot be parsed'}`);
  }
}

interface Scan {
  /** Which bound is passed; the rest of the text is not looked at then. */
  readonly bounds?: string;
  readonly faults: readonly Detail[];
}

/** What JSON.parse hides: members that occur twice, and the one that would change an object's prototype. Right for JSON only. */
function scanned(text: string): Scan {
  const faults: Detail[] = [];
  /** The names so far of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let values = 0;
  let atName = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = textEnd(text, at);
      if (atName) faults.push(...nameFaults(text.slice(at, end + 1), open.at(-1)));
      atName = false;
      at = end;
    } else if (character === '{' || character === '[') {
      atName = character === '{';
      open.push(atName ? new Set() : undefined);
      values += 1;
      if (open.length > MOST_LEVELS) return { bounds: `it is nested deeper than ${MOST_LEVELS} levels`, faults };
    } else if (character === '}' || character === ']') {
      open.pop();
      atName = false;
    } else if (character === ',') {
      atName = open.at(-1) !== undefined;
      values += 1;
      if (values > MOST_VALUES) return { bounds: `it contains more than ${MOST_VALUES} values`, faults };
    }
  }
  return { faults };
}

function textEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes stands before an offset. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === '\\') before -= 1;
  return (at - before) % 2 === 0;
}

function nameFaults(written: string, names: Set<string> | undefined): readonly Detail[] {
  const name = written.includes('\\') ? unescaped(written) : written.slice(1, -1);
  if (name === '__proto__')
    return [{ message: 'a member must not be named __proto__', code: 'INVALID_NAME', in: name }];
  if (names?.has(name)) return [{ message: `${name} appears twice`, code: 'DUPLICATE_MEMBER', in: name }];
  names?.add(name);
  return [];
}

/** A name with a broken escape breaks the whole text, which is found when it is parsed. */
function unescaped(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return written;
  }
}

/** Recursion is safe: the depth is bounded already. */
function faultsIn(value: unknown, path: readonly string[]): readonly Detail[] {
  if (typeof value === 'string') return textFault(value, path, 'contains');
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return [{ message: `${path.join('.')} is too large`, code: 'INVALID_VALUE', in: path.join('.') }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...textFault(name, path, 'has a member whose name contains'),
    ...faultsIn(inner, [...path, name]),
  ]);
}

function textFault(text: string, path: readonly string[], verb: string): readonly Detail[] {
  const problem = unstorable(text);
  if (problem === undefined) return [];
  const where = path.join('.');
  return [{ message: `${where === '' ? 'the body' : where} ${verb} ${problem}`, code: 'INVALID_VALUE', in: where }];
}
