/** Checks JSON documents against the published schemas. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

export async function schemaFile(name: string): Promise<object> {
  return JSON.parse(await readFile(join(import.meta.dirname, '../../schemas', name), 'utf8'));
}

/** Returns the faults of a document. `expected`: name of a published schema. */
export async function faults(expected: string, document: unknown): Promise<unknown> {
  const check = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': true } }).compile(
    await schemaFile(expected),
  );
  return check(document) ? [] : check.errors;
}
