/** The schemas of the repository, as whoever reads our documents uses them. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

export async function schemaFile(name: string): Promise<object> {
  return JSON.parse(await readFile(join(import.meta.dirname, '../../schemas', name), 'utf8'));
}

/** What the schema has against the document; empty when it fits. */
export async function faults(name: string, document: unknown): Promise<unknown> {
  const check = new Ajv2020({ strict: false, allErrors: true }).compile(await schemaFile(name));
  return check(document) ? [] : check.errors;
}
