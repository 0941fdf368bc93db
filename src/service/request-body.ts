/** A request's text as a value: JSON or a form, by what the endpoint takes. */

import type { Endpoint } from '../contract/endpoint.ts';
import { invalid, Refusal } from './refusal.ts';

/** Throws a 415 for another content type and a 400 for text that is not what its content type says. */
export function parsedBody(
  encoding: Endpoint['encoding'],
  contentType: string | undefined,
  text: string | undefined,
): unknown {
  switch (encoding) {
    case 'none':
      return undefined;
    case 'json':
      expectType('application/json', contentType, text);
      return parsedJson(text ?? '');
    case 'form':
      expectType('application/x-www-form-urlencoded', contentType, text);
      return parsedForm(text ?? '');
  }
}

/** What a recorded call shows: the parsed text where it parses, the text itself where it does not. */
export function shownBody(encoding: Endpoint['encoding'], text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return encoding === 'form' ? parsedForm(text) : JSON.parse(text);
  } catch {
    return encoding === 'form' ? '[secret]' : text;
  }
}

function expectType(expected: string, contentType: string | undefined, text: string | undefined): void {
  const given = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (given === expected || (given === undefined && (text ?? '') === '')) return;
  throw new Refusal(415, {
    message: `The content type is ${given ?? 'missing'}; this endpoint takes ${expected}.`,
    category: 'VALIDATION_ERROR',
  });
}

function parsedJson(text: string): unknown {
  if (text === '') throw invalid('Invalid request body: it is empty, and this endpoint takes JSON.');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`Invalid input JSON: ${error instanceof Error ? error.message : 'it does not parse'}`);
  }
}

/** A member that occurs twice is refused: which one is meant cannot be known. */
function parsedForm(text: string): Readonly<Record<string, string>> {
  const pairs = [...new URLSearchParams(text)];
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw invalid(`Invalid request body: ${twice} occurs twice`);
  return Object.fromEntries(pairs);
}
