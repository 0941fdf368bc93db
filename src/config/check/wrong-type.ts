/** Messages for a value with another type than its schema, and for a missing value. */

import type { z } from 'zod';
import type { Json } from '../../model/json.ts';
import { allowedOnes } from '../../model/nearest.ts';
import { allowedKeys, exampleIn, schemaAt } from '../schema/walk.ts';
import type { Path, Problem } from '../yaml/position.ts';
import { expected, found, isSecretPath, quoted, typeHint } from '../yaml/shown.ts';
import type { Checked } from './checked.ts';

export function wrongType(
  { document, schema }: Checked,
  path: Path,
  types: readonly string[],
  value: Json | undefined,
): Problem {
  if (value === undefined) {
    const key = String(path.at(-1) ?? '');
    const message = `Missing key ${quoted(key)}: expected ${oneOf(types.map(expected))}.`;
    // A mapping with free names may be empty.
    const hint = types.includes('record')
      ? `Write \`${key}: {}\` if there are none.`
      : missingHint(key, schemaAt(schema, path));
    return { code: 'missing-key', severity: 'error', path, at: 'key', message, ...hinted(hint) };
  }
  const written = document.written(path);
  const message = `Expected ${oneOf(types.map(expected))}, found ${found(document, path, value)}.`;
  const hint = isSecretPath(path)
    ? undefined
    : value === null && isOverride(path) && types.some((type) => type === 'object')
      ? 'Give it the fields that differ, or write `{ omit: true }` to leave it out for this account.'
      : (types
          .map((type) => hintFor(type, value, written, allowedKeys(schema, path)))
          .find((text) => text !== undefined) ?? writtenAs(schemaAt(schema, path)));
  const code = value === null ? 'empty-value' : 'wrong-type';
  return { code, severity: 'error', path, at: 'value', message, ...hinted(hint) };
}

export function writtenAs(schema: z.ZodType | undefined): string | undefined {
  const example = exampleIn(schema);
  return example === undefined ? undefined : `Write it as in \`${example}\`.`;
}

export function hinted(hint: string | undefined): { readonly hint?: string } {
  return hint === undefined ? {} : { hint };
}

function hintFor(type: string, value: Json, written: string | undefined, keys: readonly string[]): string | undefined {
  const hint = typeHint(type, value, written);
  const allowed = type === 'object' && value !== null ? allowedOnes(keys) : undefined;
  return hint === undefined || allowed === undefined ? hint : `${hint} ${allowed}`;
}

function isOverride(path: Path): boolean {
  return path[0] === 'accounts' && path[2] === 'overrides' && path.length > 3;
}

/** Returns a hint with the example of the schema. */
function missingHint(key: string, schema: z.ZodType | undefined): string | undefined {
  const example = exampleIn(schema);
  return example === undefined ? undefined : `Add it, as in \`${key}: ${example}\`.`;
}

function oneOf(words: readonly string[]): string {
  const unique = [...new Set(words)];
  return unique.length < 2 ? unique.join('') : `${unique.slice(0, -1).join(', ')} or ${unique.at(-1)}`;
}
