/** The text of a request as a value: JSON or a form, depending on the endpoint. */

import type { Endpoint } from '../../contract/endpoint.ts';
import { unstorable } from '../model/plain-text.ts';
import { invalid, Refusal } from '../model/refusal.ts';
import { parsedJson } from './json-body.ts';

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
      if (text === undefined) throw invalid('Invalid request body: it is empty, but this endpoint takes JSON.');
      return parsedJson(text);
    case 'form':
      expectType('application/x-www-form-urlencoded', contentType, text);
      return parsedForm(text ?? '');
  }
}

function expectType(expected: string, contentType: string | undefined, text: string | undefined): void {
  const given = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8') {
    throw new Refusal(415, {
      message: `Unsupported character set ${charset}; bodies must be UTF-8.`,
      category: 'VALIDATION_ERROR',
    });
  }
  if (given === expected || (given === undefined && text === undefined)) return;
  throw new Refusal(415, {
    message: `The content type is ${given ?? 'missing'}; this endpoint takes ${expected}.`,
    category: 'VALIDATION_ERROR',
  });
}

/** Throws a 400 for a text that cannot be stored as it is. */
export function checkPath(values: Readonly<Record<string, string>>): void {
  for (const value of Object.values(values)) {
    const problem = unstorable(value);
    if (problem !== undefined) throw invalid(`Invalid path: it contains ${problem}`);
  }
}

/** Refuses a repeated member, because its value is ambiguous. */
function parsedForm(text: string): Readonly<Record<string, string>> {
  const pairs = [...new URLSearchParams(text)];
  const names = new Set<string>();
  for (const [name, value] of pairs) {
    if (names.has(name)) throw invalid(`Invalid request body: ${name} appears twice`);
    names.add(name);
    const problem = unstorable(name) ?? unstorable(value);
    if (problem !== undefined) throw invalid(`Invalid request body: ${name} contains ${problem}`);
  }
  return Object.fromEntries(pairs);
}
