/** docs/configuration.md, made from the schema of the configuration: every key, where it stands, and what it takes. */

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

/** Every key of the schema, each mapping's keys together, outer ones first. */
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

/** A definition that is used in several places, with what is said of it there. */
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
  const keys = configurationKeys();
  const sections = [...Map.groupBy(keys, ({ path }) => path.slice(0, -1).join('.'))];
  const listed = new Map<string, Key>();
  const texts = sections.map(([path, own]) => sectionText(path, own, keys, listed));
  return `${INTRODUCTION}\n${texts.join('\n').trimEnd()}\n`;
}

const INTRODUCTION = `# The configuration, key by key

Generated from the schema (\`npm run docs\`). A project is one or more YAML files with these keys; any other key is an error. The same texts are shown
by editors, once \`npx trueup generate schema\` has written the schemas and the first line of a file names one:

    # yaml-language-server: $schema=./schemas/trueup.schema.json

\`${NAME}\` stands for a name that you choose, \`${ITEM}\` for an item of a list. A key that is not required can be left out: then it is neither compared nor
sent, unless a default is listed. "dated" in the column of the surface: only with \`surface: dated\`; the other keys are for both. Wherever a value is
expected, \`\${env.NAME}\` and \`\${values.name}\` can stand, except in \`version\` and \`include\`. [The complete example](../examples/complete/README.md) shows them together;
[docs/options.md](options.md) and [docs/properties.md](properties.md) show what happens when a value changes.
`;

function sectionText(path: string, own: readonly Key[], all: readonly Key[], listed: Map<string, Key>): string {
  const holder = all.find(({ below }) => below?.path.join('.') === path);
  const about = holder?.schema['description'];
  const heading = path === '' ? '## The document' : `## \`${shown(path.split('.'))}\``;
  const rows = own.map((key) => `| ${cellsOf(key).map(cell).join(' | ')} |`);
  return [
    heading,
    '',
    ...(typeof about === 'string' ? [about, ''] : []),
    '| key | type | required | default | surface | example | |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    ...valuesText(own, listed),
  ].join('\n');
}

function cellsOf({ path, schema, required, below }: Key): readonly string[] {
  const [example] = isList(schema['examples']) ? schema['examples'] : [];
  const usual = schema['default'];
  return [
    `\`${path.at(-1)}\``,
    typeOf(schema),
    required ? 'yes' : '',
    usual === undefined ? '' : `\`${inlineText(usual)}\``,
    schema['surface'] === undefined ? '' : String(schema['surface']),
    example === undefined
      ? below === undefined
        ? ''
        : `see [\`${shown(below.path)}\`](#${anchorOf(shown(below.path))})`
      : `\`${path.at(-1)}: ${inlineText(example)}\``,
    String(schema['description'] ?? ''),
  ];
}

/** What the values of enumerations mean: those of equal ones once, in the first place that has them. */
function valuesText(own: readonly Key[], listed: Map<string, Key>): readonly string[] {
  const known = new Map<Key, string[]>();
  const texts = own.flatMap((key): readonly string[] => {
    const { schema, path } = key;
    const holder = [schema, asNode(schema['items']) ?? {}, ...formsOf(schema)].find((one) => isList(one['enum'])) ?? {};
    const [values, meanings] = [holder['enum'], holder['enumDescriptions']];
    if (!isList(values) || !isList(meanings)) return [];
    const same = JSON.stringify([values, meanings]);
    const first = listed.get(same);
    const name = `\`${path.at(-1)}\``;
    if (first !== undefined) {
      known.set(first, [...(known.get(first) ?? []), name]);
      return [];
    }
    listed.set(same, key);
    const rows = values.map((value, index) => `- \`${inlineText(value)}\`: ${String(meanings[index])}`);
    return [`The values of ${name}:`, '', ...rows, ''];
  });
  const same = [...known].flatMap(([{ path }, names]) => {
    const where = shown(path.slice(0, -1));
    return [
      `The values of ${names.join(', ')} are those of \`${path.at(-1)}\` in [\`${where}\`](#${anchorOf(where)}).`,
      '',
    ];
  });
  return [...texts, ...same];
}

const ONE = 'one of its values';

function typeOf(schema: Node): string {
  const { type, const: only, enum: values, anyOf, items, additionalProperties } = schema;
  if (only !== undefined) return `\`${inlineText(only)}\``;
  if (isList(values)) return ONE;
  if (isList(anyOf)) return [...new Set(formsOf(schema).map(typeOf))].join(' or ');
  switch (type) {
    case 'object':
      return asNode(additionalProperties) === undefined ? 'mapping' : 'mapping by name';
    case 'array':
      return `list of ${plural(typeOf(resolved(asNode(items) ?? {})))}`;
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
  return type === ONE ? 'its values' : type.replace(/^(\w+)/, '$1s').replace(' or mapping', ' or mappings');
}

function bounds({ minimum, exclusiveMinimum, maximum }: Node): string {
  const least = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : minimum;
  if (least === undefined) return '';
  return maximum === undefined ? ` from ${String(least)}` : ` from ${String(least)} to ${String(maximum)}`;
}

/** As it is written in a path: `limits[].typeId`. */
function shown(path: readonly string[]): string {
  return path.join('.').replaceAll(`.${ITEM}`, ITEM);
}

/** As a Git host makes them of headings. */
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
