/** The form of values in messages: expected and found values, short, on one line, and without secrets. */

import { withoutPasswords } from '../../contract/address-secrets.ts';
import { withoutTokens } from '../../contract/token-forms.ts';
import { isList, type Json } from '../../model/json.ts';
import type { ParsedFile } from './parsed-file.ts';
import type { Path } from './position.ts';

const LONGEST = 40;

/** True below `accounts.*.auth` and `apps`, where found values are never repeated. */
export function isSecretPath(path: Path): boolean {
  return path[0] === 'apps' || (path[0] === 'accounts' && path[2] === 'auth');
}

/** Returns a string in quotes, with control characters escaped, truncated if it is long. Credentials are removed before truncation. */
export function quoted(written: string): string {
  const text = withoutTokens(withoutPasswords(written));
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  return JSON.stringify(cut).replace(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '?');
}

export function describeFound(document: ParsedFile, path: Path, value: Json | undefined): string {
  if (value === undefined || value === null) return 'nothing';
  if (isList(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (isSecretPath(path)) return 'something else';
  // A file that is not a mapping is not a configuration. It may have any contents, so none of them are shown.
  if (path.length === 0) return `a ${typeof value === 'string' ? 'string' : typeof value}`;
  const written = document.written(path);
  if (typeof value === 'string') {
    // The value of a variable is not shown, because its name is sufficient.
    return written?.includes('${') ? `the value of ${quoted(written)}` : `the string ${quoted(value)}`;
  }
  return typeof value === 'number' ? `the number ${written?.includes('${') ? value : (written ?? value)}` : `${value}`;
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

export function expected(type: string): string {
  return EXPECTED[type] ?? type;
}

/** Returns the change that gives the value the expected type. */
export function typeHint(type: string, value: Json | undefined, written: string | undefined): string | undefined {
  if (value === null || value === undefined) {
    if (type === 'object' || type === 'record')
      return 'Give it content, write {} for an empty mapping, or remove the key.';
    if (type === 'array') return 'Give it content, write [] for an empty list, or remove the key.';
    return type === 'string'
      ? 'Give it a value, write "" for an empty string, or remove the key.'
      : 'Give it a value or remove the key.';
  }
  if (type === 'boolean' && typeof value === 'string') {
    if (/^(y|yes|on|true)$/i.test(value)) return 'Write true, without quotes; yes and on are strings.';
    if (/^(n|no|off|false)$/i.test(value)) return 'Write false, without quotes; no and off are strings.';
    return 'Write true or false, without quotes.';
  }
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) {
    return `Put it in quotes: ${quoted(written ?? String(value))}.`;
  }
  if ((type === 'number' || type === 'int') && typeof value === 'string' && isNumber(value))
    return 'Remove the quotes.';
  if (type === 'array') return 'Start each item with a dash, or write [ ].';
  if (type === 'object' || type === 'record') return 'Write keys with their values, as in `key: value`.';
  return undefined;
}

/** True for a string that is exactly a JSON number: no whitespace, leading zeros or other notations. */
export function isNumber(text: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text);
}
