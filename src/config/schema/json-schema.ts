/** The schema of a document as JSON Schema (draft-07), for editors: every key with its description, unknown keys not allowed. */

import { z } from 'zod';
import { defined } from '../../contract/defined.ts';
import { isList, type Json } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import { documentSchema } from './document-schema.ts';

export { documentSchema };

/** Address of the schema in the published package. */
const ID = 'https://unpkg.com/trueup/schemas/trueup.schema.json';

/** A string that is, or contains, an interpolation can represent any value. */
const INTERPOLATED: Node = { type: 'string', pattern: '\\$\\{(env|values)\\.[A-Za-z_][A-Za-z0-9_]*\\}' };
const SAFE_BOUNDS: ReadonlyMap<string, number> = new Map([
  ['minimum', Number.MIN_SAFE_INTEGER],
  ['maximum', Number.MAX_SAFE_INTEGER],
]);

export function documentJsonSchema(kinds: readonly Kind[]): Json {
  const { $schema, properties, definitions, ...root } = eachSchema(describedSchema(kinds), withHover);
  const sections = Object.entries(asNode(properties) ?? {}).map(([name, node]) => {
    // Version and includes are read before interpolation.
    return [name, name === 'version' || name === 'include' ? node : open(node)] as const;
  });
  return {
    ...defined({ $schema }),
    $id: ID,
    ...root,
    title: 'trueup configuration',
    description: "Desired state of a CRM account's schema. Files are merged; one of them specifies the version.",
    properties: Object.fromEntries(sections),
    definitions: Object.fromEntries(
      Object.entries(asNode(definitions) ?? {}).map(([name, node]) => [name, open(node)]),
    ),
  };
}

/** Returns the schema before interpolations are allowed: each key with its description, examples, default and surface. */
export function describedSchema(kinds: readonly Kind[]): Node {
  const made = z.toJSONSchema(documentSchema(kinds), { io: 'input', target: 'draft-7', unrepresentable: 'any' });
  // Keeps only values that JSON can represent. The type of the library also allows functions and symbols.
  const plain: Node = JSON.parse(JSON.stringify(made));
  return eachSchema(asNode(tidy(plain)) ?? {}, withExamples);
}

/** Removes the bounds of whole numbers that the language implies. They would only clutter editor messages. */
function tidy(node: Json): Json {
  if (isList(node)) return node.map(tidy);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key, value]) => SAFE_BOUNDS.get(key) !== value);
  return Object.fromEntries(kept.map(([key, value]) => [key, tidy(value)]));
}

/** Allows an interpolation for every constrained value. Keys and plain strings stay unchanged. */
function open(node: Json): Json {
  const schema = asNode(node);
  if (schema === undefined) return node;
  if (isLimited(schema)) {
    const { title, description, markdownDescription, default: usual, examples, ...limits } = schema;
    const about = defined({ title, description, markdownDescription, default: usual, examples });
    return { ...about, anyOf: [limits, INTERPOLATED] };
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, openBelow(key, value)]));
}

function openBelow(key: string, value: Json): Json {
  if (key === 'properties') {
    const fields = Object.entries(asNode(value) ?? {});
    return Object.fromEntries(fields.map(([name, field]) => [name, open(field)]));
  }
  if (key === 'items' || key === 'additionalProperties') return open(value);
  if ((key === 'anyOf' || key === 'oneOf') && isList(value)) {
    // A plain string among the alternatives already accepts every interpolation.
    return value.some((one) => isPlainText(asNode(one))) ? value : value.map(open);
  }
  return value;
}

function isLimited(schema: Node): boolean {
  const { type, pattern, const: only, enum: values } = schema;
  if (values !== undefined || only !== undefined) return true;
  if (type === 'integer' || type === 'number' || type === 'boolean') return true;
  // A pattern that requires an interpolation belongs to a secret.
  return type === 'string' && typeof pattern === 'string' && !pattern.startsWith('^\\$\\{');
}

function isPlainText(schema: Node | undefined): boolean {
  return schema?.['type'] === 'string' && schema['pattern'] === undefined && schema['enum'] === undefined;
}

export type Node = { readonly [key: string]: Json };

export function asNode(node: Json | undefined): Node | undefined {
  return typeof node === 'object' && node !== null && !isList(node) ? node : undefined;
}

/** Applies a change to every schema below this schema, and then to this schema. */
export function eachSchema(node: Node, change: (schema: Node) => Node): Node {
  const below = (value: Json): Json => {
    const schema = asNode(value);
    return schema === undefined ? value : eachSchema(schema, change);
  };
  const named = (value: Json): Json =>
    Object.fromEntries(Object.entries(asNode(value) ?? {}).map(([name, one]) => [name, below(one)]));
  const entries = Object.entries(node).map(([key, value]): readonly [string, Json] => {
    if (key === 'properties' || key === 'definitions') return [key, named(value)];
    if (key === 'items' || key === 'additionalProperties' || key === 'propertyNames') return [key, below(value)];
    if (key === 'anyOf' && isList(value)) return [key, value.map(below)];
    return [key, value];
  });
  return change(Object.fromEntries(entries));
}

/** Adds an example to every key whose schema determines a value. */
function withExamples(schema: Node): Node {
  const [example] = listExamples(schema);
  return example === undefined ? schema : { ...schema, examples: listExamples(schema) };
}

function listExamples(schema: Node): readonly Json[] {
  const { examples, enum: values, const: only, type, items, default: usual } = schema;
  if (isList(examples)) return examples;
  if (only !== undefined) return [only];
  if (isList(values)) return [values.find((value) => value !== usual) ?? values[0] ?? null];
  if (type === 'boolean') return [usual !== true];
  const each = type === 'array' ? asNode(items) : undefined;
  const [item] = each === undefined ? [] : listExamples(each);
  return item !== undefined && typeof item !== 'object' ? [[item]] : [];
}

/** Converts `surface`, which is not a keyword of JSON Schema, to a sentence for editors. Editors show examples without help. */
function withHover({ surface, ...schema }: Node): Node {
  const { description, default: usual } = schema;
  const lines = [
    ...(usual === undefined ? [] : [`Default: ${code(usual)}`]),
    ...(surface === undefined ? [] : [`Surface: ${code(surface)} only`]),
  ];
  return typeof description !== 'string' || lines.length === 0
    ? schema
    : { ...schema, markdownDescription: `${description}\n\n${lines.join('  \n')}` };
}

function code(value: Json): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
