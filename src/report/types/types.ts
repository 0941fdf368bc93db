/** TypeScript for an app that reads and writes records: properties with their values, stages of pipelines, association labels. Pure. */

import { compareNatural } from '../../model/natural.ts';
import type { Catalogue, CatalogueLabel, CataloguePipeline, CatalogueProperty } from '../catalogue/catalogue.ts';

const HEAD = `// Written by trueup generate types. Do not edit: change the configuration and write it again.
// Values are as the service's API has them: every one is a string, and null or '' where a record has none.
`;

/** Types are per object type and event; equal catalogues give the same text. */
export function typesText({ objects, events, labels }: Catalogue): string {
  const unique = uniquely();
  const sections = [
    ...objects.map(({ objectType, groups }) => ({
      title: objectType,
      name: pascalCase(objectType),
      properties: groups.flatMap(({ properties }) => properties).toSorted((a, b) => compareNatural(a.name, b.name)),
    })),
    ...events.map(({ name, properties }) => ({
      title: `the event ${name}`,
      name: `${pascalCase(name)}Event`,
      properties,
    })),
  ].filter(({ properties }) => properties.length > 0);
  // Before those of any property, so that a new property never takes one of them.
  const named = sections.map((section) => ({
    ...section,
    names: unique(`${section.name}Property`),
    values: unique(`${section.name}Values`),
  }));
  const pipelines = objects.flatMap(({ objectType, pipelines: own = [] }) =>
    own.length === 0 ? [] : [pipelinesText(objectType, own, unique)],
  );
  const associations = labels.length === 0 ? [] : [labelsText(labels, unique)];
  return [HEAD, ...named.map((section) => sectionText(section, unique)), ...pipelines, ...associations].join('\n');
}

/** Type ids differ from account to account, so an app looks them up by the text of the direction. */
function labelsText(labels: readonly CatalogueLabel[], unique: (wanted: string) => string): string {
  const [list, name] = ['AssociationLabels', 'AssociationLabel'].map(unique);
  return [
    docComment(
      'The declared association labels by name. A list of the labels of the pair shows the type id of each text.',
    ),
    `export const ${list} = {`,
    ...labels.flatMap((own) => [
      `  ${memberName(own.name)}: {`,
      ...(['from', 'to', 'label', 'inverseLabel'] as const).map((member) => `    ${member}: ${quoted(own[member])},`),
      '  },',
    ]),
    '} as const;',
    `export type ${name} = keyof typeof ${list};`,
    '',
  ].join('\n');
}

/** Stages are in the order of the file. A record also takes stages that others added in the account. */
function pipelinesText(
  objectType: string,
  pipelines: readonly CataloguePipeline[],
  unique: (wanted: string) => string,
): string {
  const [list, id, stage] = ['Pipelines', 'Pipeline', 'Stage'].map((end) => unique(`${pascalCase(objectType)}${end}`));
  return [
    docComment(`Ids of the declared pipelines of ${objectType}, each with the ids of its stages.`),
    `export const ${list} = {`,
    ...pipelines.flatMap((pipeline) => [
      docComment(`${pipeline.label}.`, '  '),
      `  ${memberName(pipeline.id)}: [`,
      ...pipeline.stages.map(({ value, label }) => `    ${quoted(value)}, // ${quoted(label)}`),
      '  ],',
    ]),
    '} as const;',
    `export type ${id} = keyof typeof ${list};`,
    `export type ${stage} = (typeof ${list})[${id}][number];`,
    '',
  ].join('\n');
}

interface Section {
  readonly title: string;
  /** What the names of its lists begin with. */
  readonly name: string;
  readonly names: string;
  readonly values: string;
  readonly properties: readonly CatalogueProperty[];
}

function sectionText({ title, name, names, values, properties }: Section, unique: (wanted: string) => string): string {
  const lists = properties.map((property) => {
    const { options = [] } = property;
    const type = isListed(property) && options.length > 0 ? unique(`${name}${pascalCase(property.name)}`) : undefined;
    return { property, type };
  });
  return [
    docComment(`Internal names of the declared properties of ${title}.`),
    `export const ${names} = {`,
    ...properties.map((property) => `  ${memberName(property.name)}: ${quoted(property.name)},`),
    '} as const;',
    `export type ${names} = (typeof ${names})[keyof typeof ${names}];`,
    '',
    ...lists.flatMap(({ property, type }) => (type === undefined ? [] : [...optionLines(property, type), ''])),
    docComment(`Values of the declared properties of ${title}.`),
    `export interface ${values} {`,
    ...lists.flatMap(({ property, type }) => [
      docComment(aboutOf(property), '  '),
      `  readonly ${memberName(property.name)}?: ${valueType(property, type)};`,
    ]),
    '}',
    '',
  ].join('\n');
}

/** The union is made of a list, so that a program can also check a value while it runs. */
function optionLines(property: CatalogueProperty, type: string): readonly string[] {
  const values = valuesOf(property).map((value) => `  ${quoted(value)},`);
  return [
    docComment(`Options of ${property.name}: ${property.label}.`),
    `export const ${type} = [`,
    ...values,
    '] as const;',
    `export type ${type} = (typeof ${type})[number];`,
  ];
}

function isListed({ type }: CatalogueProperty): boolean {
  return type === 'enumeration' || type === 'bool';
}

/** A retired option that is hidden is still on records; one that is removed is on none. */
function valuesOf({ options = [], retire = [] }: CatalogueProperty): readonly string[] {
  const hidden = retire.filter(({ stage }) => stage === 'hide').map(({ value }) => value);
  return [...new Set([...options.map(({ value }) => value), ...hidden])];
}

/** Options that others add in the account are no mistake, unless the files own the whole list. */
function valueType(property: CatalogueProperty, type: string | undefined): string {
  if (property.type === 'bool') return `${type ?? "'true' | 'false'"} | '' | null`;
  if (type === undefined || takesSeveral(property)) return 'string | null';
  return property.optionsMode === 'exact' ? `${type} | '' | null` : `${type} | (string & {}) | null`;
}

function takesSeveral({ type, fieldType }: CatalogueProperty): boolean {
  return type === 'enumeration' && fieldType === 'checkbox';
}

function aboutOf(property: CatalogueProperty): string {
  const { label, type, fieldType, description, calculationFormula } = property;
  const format = fieldType === undefined || fieldType === type ? type : `${type}, ${fieldType}`;
  return [
    `${label} (${format}).`,
    description ?? '',
    takesSeveral(property) ? 'Several values are separated by semicolons.' : '',
    calculationFormula === undefined ? '' : 'Calculated: it cannot be written.',
  ].join('\n');
}

/** `loyalty_tier` becomes `LoyaltyTier`, `2-3451` becomes `Object2_3451`. Compilers disagree on letters beyond ASCII. */
function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  if (words.every((word) => /^\d/.test(word))) return `Object${words.join('_')}`;
  const joined = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
  return /^\d/.test(joined) ? `_${joined}` : joined;
}

/** Gives a number to what another one is called already. */
function uniquely(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    let name = wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted}${count}`;
    taken.add(name);
    return name;
  };
}

/** A member of an object or an interface. */
function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : quoted(name);
}

function quoted(text: string): string {
  return `'${escaped(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'"))}'`;
}

/** Shows characters that a terminal or an editor would obey. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** One that nothing in the text can end. */
function docComment(text: string, indent = ''): string {
  const lines = text
    .replaceAll('*/', '*\\/')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim());
  const shown = lines.filter((line) => line !== '').map(escaped);
  if (shown.length <= 1) return `${indent}/** ${shown[0] ?? ''} */`;
  return [`${indent}/**`, ...shown.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n');
}
