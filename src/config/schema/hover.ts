/** The text that editors show for a key: its description, with default, example and surface from its schema. */

import { isList, type Json } from '../../model/json.ts';

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
export function withExamples(schema: Node): Node {
  const [example] = examplesOf(schema);
  return example === undefined ? schema : { ...schema, examples: examplesOf(schema) };
}

function examplesOf(schema: Node): readonly Json[] {
  const { examples, enum: values, const: only, type, items, default: usual } = schema;
  if (isList(examples)) return examples;
  if (only !== undefined) return [only];
  if (isList(values)) return [values.find((value) => value !== usual) ?? values[0] ?? null];
  if (type === 'boolean') return [usual !== true];
  const each = type === 'array' ? asNode(items) : undefined;
  const [item] = each === undefined ? [] : examplesOf(each);
  return item !== undefined && typeof item !== 'object' ? [[item]] : [];
}

/** Converts `surface`, which is not a keyword of JSON Schema, to a sentence for editors. Editors show examples without help. */
export function withHover({ surface, ...schema }: Node): Node {
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
