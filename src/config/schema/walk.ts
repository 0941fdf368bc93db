/** The part of a schema at a path, for the list of allowed keys and values. */

import { z } from 'zod';
import { bare } from '../../contract/parse-with.ts';
import type { Path } from '../yaml/position.ts';

/** Returns undefined if the schema does not cover the path. */
export function findSchema(schema: unknown, path: Path): z.ZodType | undefined {
  let part: unknown = schema;
  for (const step of path) {
    part = below(bare(part), step);
    if (part === undefined) return undefined;
  }
  const found = bare(part);
  return found instanceof z.ZodType ? found : undefined;
}

/** Returns the schema of the keys of a mapping with free names. Returns undefined for other mappings. */
export function findKeySchema(schema: unknown, path: Path): z.ZodType | undefined {
  const found = findSchema(schema, path);
  return found instanceof z.ZodRecord && found.keyType instanceof z.ZodType ? found.keyType : undefined;
}

/** Returns the keys that a mapping may have. The list is empty if any name is allowed. */
export function allowedKeys(schema: unknown, path: Path): readonly string[] {
  return [...new Set(listMappings(schema, path).flatMap(({ shape }) => Object.keys(shape)))];
}

/** Returns the order of keys for the layout of a document. */
export function keyOrder(schema: z.ZodType): (path: Path) => readonly string[] {
  return (path) => allowedKeys(schema, path);
}

/** Returns the mappings with named keys that the schema allows at the path. */
function listMappings(schema: unknown, path: Path): readonly z.ZodObject[] {
  const found = findSchema(schema, path);
  const options = found instanceof z.ZodUnion ? found.options.map(bare) : [found];
  return options.filter((option) => option instanceof z.ZodObject);
}

function below(schema: unknown, step: string | number): unknown {
  if (schema instanceof z.ZodObject) return Object.hasOwn(schema.shape, step) ? schema.shape[step] : undefined;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodUnion) {
    return schema.options.map((option) => below(bare(option), step)).find((found) => found !== undefined);
  }
  return undefined;
}

/** True if the key at the end of the path is optional. */
export function isOptionalAt(schema: unknown, path: Path): boolean {
  const parts = listMappings(schema, path.slice(0, -1)).flatMap(({ shape }) => shape[String(path.at(-1))] ?? []);
  return parts.length > 0 && parts.every((part) => part._zod.optin === 'optional');
}

/** Returns the example of the schema for editors. */
export function findExample(schema: z.ZodType | undefined): string | undefined {
  const examples = schema?.meta()?.['examples'];
  return Array.isArray(examples) && examples.length > 0 ? String(examples[0]) : undefined;
}
