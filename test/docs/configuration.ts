/** Generates docs/configuration.md from the schema of the configuration: every key, its place and its values. */

import { asNode, describedSchema, type Node } from '../../src/config/schema/json-schema.ts';
import { scalarText } from '../../src/config/yaml/write.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { isList, type Json, mapping } from '../../src/model/json.ts';

export interface Key {
  /** From the root: keys, `NAME` for a name that is chosen, `[]` for an item of a list. */
  readonly path: readonly string[];
  readonly schema: Node;
  readonly required: boolean;
  /** The mapping that is its value, or that the names or items in it are. */
  readonly below: { readonly path: readonly string[]; readonly schema: Node } | undefined;
}

export const NAME = '<name>';
export const ITEM = '[]';

const ROOT = describedSchema(KINDS);

/** Returns every key of the schema. Keys of a mapping are adjacent, and outer mappings come first. */
export function configurationKeys(): readonly Key[] {
  return keysOf(ROOT, [], new Map());
}

/** Lists equal mappings once, in the outermost place. `homes` has this place by mapping. */
function keysOf(mapping: Node, path: readonly string[], homes: Map<string, readonly string[]>): readonly Key[] {
  const required = isList(mapping['required']) ? mapping['required'] : [];
  const own = Object.entries(asNode(mapping['properties']) ?? {}).map(([name, node]): Key => {
    const schema = resolved(asNode(node) ?? {});
    const below = name === 'overrides' ? overridden(schema, [...path, name]) : mappingIn(schema, [...path, name]);
    const definition = definitionOf(asNode(node) ?? {}) ?? JSON.stringify(asNode(below?.schema ?? {})?.['properties']);
    const home = homes.get(definition) ?? below?.path;
    if (home !== undefined) homes.set(definition, home);
    return {
      path: [...path, name],
      schema,
      required: required.includes(name),
      below: below && { ...below, path: home ?? below.path },
    };
  });
  const inner = own.filter(({ path: at, below }) => below?.path.join().startsWith(at.join()));
  return [
    ...own,
    ...inner.flatMap(({ below }) => (below === undefined ? [] : keysOf(below.schema, below.path, homes))),
  ];
}

/** Overrides have the keys of the document: of a property in them, what those do not have. */
function overridden(schema: Node, path: readonly string[]): Key['below'] {
  const at = ['objects', NAME, 'groups', NAME, 'properties', NAME];
  const below = at.reduce((node, step) => {
    return asNode(step === NAME ? node['additionalProperties'] : asNode(node['properties'])?.[step]) ?? {};
  }, schema);
  const { omit = null } = asNode(below['properties']) ?? {};
  return { path: [...path, ...at], schema: { properties: { omit } } };
}

/** Returns a shared definition with the description of this place. */
function resolved(schema: Node): Node {
  const definition = definitionOf(schema);
  if (definition === undefined) return schema;
  const { $ref: _, allOf: __, ...own } = schema;
  return { ...asNode(asNode(ROOT['definitions'])?.[definition]), ...own };
}

function definitionOf({ $ref, allOf }: Node): string | undefined {
  const all = isList(allOf) ? allOf.map((one) => asNode(one)?.['$ref']) : [];
  const reference = [$ref, ...all].find((one) => typeof one === 'string');
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
}

function mappingIn(schema: Node, path: readonly string[]): Key['below'] {
  if (schema['properties'] !== undefined) return { path, schema };
  const names = asNode(schema['additionalProperties']);
  if (names !== undefined) return mappingIn(resolved(names), [...path, NAME]);
  const items = asNode(schema['items']);
  if (items !== undefined) return mappingIn(resolved(items), [...path, ITEM]);
  return formsOf(schema)
    .map((form) => mappingIn(form, path))
    .find((found) => found !== undefined);
}

function formsOf(schema: Node): readonly Node[] {
  const forms = schema['anyOf'];
  return isList(forms) ? forms.map((form) => resolved(asNode(form) ?? {})) : [];
}

export function configurationPage(): string {
  const sections = [...Map.groupBy(configurationKeys(), ({ path }) => shown(path.slice(0, -1)))];
  const places = findPlaces();
  const texts = sections.map(([path, own]) => writeSection(path, own, places));
  return `${INTRODUCTION}\n${texts.join('\n').trimEnd()}\n`;
}

const INTRODUCTION = `# The configuration, key by key

Generated from the schema (\`npm run docs\`). A project is one or more YAML files with these keys; any other key is an error. [Editors](editing.md) show the
same texts.

- \`${NAME}\` stands for a name that you choose, \`${ITEM}\` for an item of a list.
- A key that is not required can be left out: then it is neither compared nor sent, unless it has a default.
- "dated": only with \`surface: dated\`.
- A value can be \`\${env.NAME}\` or \`\${values.name}\`, or contain them, except in \`version\` and \`include\`.

[The complete example](../examples/complete/README.md) shows the keys together, and [the schema](schema.md) what happens when a value changes.
`;

/** The key below whose section the values of an enumeration are explained, by enumeration. */
type Places = ReadonlyMap<string, Key>;

function findPlaces(): Places {
  const places = new Map<string, Key>();
  for (const key of configurationKeys()) {
    const { id, isExplained } = findEnumeration(key.schema) ?? { id: '', isExplained: false };
    if (isExplained && !places.has(id)) places.set(id, key);
  }
  return places;
}

function writeSection(path: string, own: readonly Key[], places: Places): string {
  const isDated = own.every(({ schema }) => schema['surface'] === 'dated');
  const rows = own.map((key) => `| ${listCells(key, isDated, places).map(cell).join(' | ')} |`);
  return [
    path === '' ? '## The document' : `## \`${path}\``,
    '',
    ...(isDated ? ['Only with `surface: dated`.', ''] : []),
    '| key | value | |',
    '|---|---|---|',
    ...rows,
    '',
    ...own.flatMap((key) => describeValues(key, places)),
  ].join('\n');
}

function listCells(key: Key, isDated: boolean, places: Places): readonly string[] {
  const { path, schema, required } = key;
  const usual = schema['default'];
  const value = [
    `${describeType(key, places)}${describeExample(key)}`,
    ...(required ? ['required'] : []),
    ...(usual === undefined || findEnumeration(schema)?.values.length === 1
      ? []
      : [`default \`${inlineText(usual)}\``]),
    ...(schema['surface'] === 'dated' && !isDated ? ['dated'] : []),
  ];
  return [`\`${path.at(-1)}\``, value.join(', '), String(schema['description'] ?? '')];
}

function describeType(key: Key, places: Places): string {
  const { path, schema, below } = key;
  const { id, values } = findEnumeration(schema) ?? { id: '', values: [] };
  const place = places.get(id);
  const listed = values.map((value) => `\`${inlineText(value)}\``).join(', ');
  const text = nameType(schema, place === undefined ? listed || 'string' : ONE);
  if (below !== undefined) return text.replace(/mappings?/, (word) => `[${word}](#${anchorOf(shown(below.path))})`);
  if (place === undefined || place.path.join() === path.join()) return text;
  const holder = shown(place.path.slice(0, -1));
  return text.replace('below', `of [\`${place.path.at(-1)}\`](#${anchorOf(holder)})`);
}

/** Returns an example if neither type nor description says enough about the value. */
function describeExample({ schema, below }: Key): string {
  const [example] = isList(schema['examples']) ? schema['examples'] : [];
  if (below !== undefined || example === undefined || typeof example === 'boolean') return '';
  if (example === schema['default'] || schema['const'] !== undefined || findEnumeration(schema) !== undefined)
    return '';
  const text = inlineText(example);
  return String(schema['description']).includes(text) ? '' : ` like \`${text}\``;
}

interface Enumeration {
  readonly id: string;
  readonly values: readonly Json[];
  readonly meanings: readonly Json[];
  /** True if the meanings say more than the values. */
  readonly isExplained: boolean;
}

function findEnumeration(schema: Node): Enumeration | undefined {
  const holder = [schema, asNode(schema['items']) ?? {}, ...formsOf(schema)].find((form) => isList(form['enum'])) ?? {};
  const { enum: values, enumDescriptions: meanings = [] } = holder;
  if (!isList(values) || !isList(meanings)) return undefined;
  const words = (text: Json | undefined) => String(text).toLowerCase().replace(/[_-]/g, ' ');
  const isRepeated = values.every((value, index) => words(meanings[index]).includes(words(value)));
  const isExplained = values.length > 1 && values.length <= LONGEST && !isRepeated;
  return { id: JSON.stringify([values, meanings]), values, meanings, isExplained };
}

/** The number of values of the longest enumeration that the page explains. The names of events and findings explain themselves. */
const LONGEST = 20;

function describeValues(key: Key, places: Places): readonly string[] {
  const { id, values, meanings } = findEnumeration(key.schema) ?? { id: '', values: [], meanings: [] };
  if (places.get(id)?.path.join() !== key.path.join()) return [];
  const rows = values.map((value, index) => `- \`${inlineText(value)}\`: ${String(meanings[index])}`);
  return [`Values of \`${key.path.at(-1)}\`:`, '', ...rows, ''];
}

const ONE = 'a value below';

/** @param values text for an enumeration */
function nameType(schema: Node, values: string): string {
  const { type, const: only, enum: listed, anyOf, items, additionalProperties } = schema;
  if (only !== undefined) return `\`${inlineText(only)}\``;
  if (isList(listed)) return values;
  if (isList(anyOf)) return [...new Set(formsOf(schema).map((form) => nameType(form, values)))].join(' or ');
  switch (type) {
    case 'object':
      return asNode(additionalProperties) === undefined ? 'mapping' : 'mapping by name';
    case 'array':
      return `list of ${plural(nameType(resolved(asNode(items) ?? {}), values))}`;
    case 'integer':
      return `whole number${bounds(schema)}`;
    case 'number':
      return `number${bounds(schema)}`;
    case 'boolean':
      return '`true` or `false`';
    default:
      return 'string';
  }
}

function plural(type: string): string {
  return type === ONE ? 'values below' : type.replace(/^(\w+)/, '$1s').replace(' or mapping', ' or mappings');
}

function bounds({ minimum, exclusiveMinimum, maximum }: Node): string {
  const least = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : minimum;
  if (least === undefined) return '';
  return maximum === undefined ? ` from ${String(least)}` : ` from ${String(least)} to ${String(maximum)}`;
}

/** Formats a path as `limits[].typeId`. */
function shown(path: readonly string[]): string {
  return path.join('.').replaceAll(`.${ITEM}`, ITEM);
}

/** Returns the anchor of a heading, as a Git host makes it. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** Returns a value as YAML on one line. */
export function inlineText(value: Json): string {
  if (isList(value)) return `[${value.map(inlineText).join(', ')}]`;
  const entries = mapping(value);
  if (entries === undefined) return scalarText(value);
  const pairs = Object.entries(entries).map(([key, item]) => `${scalarText(key)}: ${inlineText(item)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}
