/** The data dictionary as Markdown, by object, with positions in the files. Pure. */

import type { NotCovered } from '../../contract/not-covered.ts';
import type { Provenance } from '../../model/finding.ts';
import { optionName } from '../../model/option.ts';
import {
  appsOf,
  type Catalogue,
  type CatalogueGroup,
  type CatalogueLimit,
  type CataloguePipeline,
  type CatalogueProperty,
  type CatalogueSchema,
  type CatalogueStage,
  type CatalogueSubscription,
  titleOf,
} from '../catalogue/catalogue.ts';
import { markdownCode, markdownText } from '../escape.ts';
import { count } from '../text/layout.ts';
import { NOT_COVERED_TITLE } from '../text/words.ts';

export interface DictionaryMarkdownOptions {
  readonly account: string;
  /** Settings that no call changes and the declared resources bring up. */
  readonly notCovered: readonly NotCovered[];
  /** Path of a file of the configuration, from where the dictionary will be. */
  linkTo(file: string): string;
}

/** More options than this are folded. */
const SHOWN_OPTIONS = 12;

type Cells = readonly string[];
type Place = (provenance: Provenance) => string;

export function dictionaryMarkdown(
  catalogue: Catalogue,
  { account, notCovered, linkTo }: DictionaryMarkdownOptions,
): string {
  const place: Place = ({ file, line }) =>
    `[${markdownText(`${file}:${line}`)}](${encodeURI(linkTo(file)).replaceAll('(', '%28').replaceAll(')', '%29')}#L${line})`;
  const sections = [...objectSections(catalogue, place), ...eventSections(catalogue, place)];
  const associations = [...labelSections(catalogue, place), ...limitSections(catalogue, place)];
  const others = [...subscriptionSections(catalogue, place), ...associations];
  return `${[
    '# Data dictionary',
    `What the configuration declares${account === '' ? '' : ` for the account ${markdownText(account)}`}. Written by \`trueup generate docs\`: change the configuration and write it again.`,
    ...(sections.length + others.length === 0 ? ['Nothing is declared.'] : []),
    ...(sections.length === 0 ? [] : [table(['', 'groups', 'properties'], contentsOf(catalogue))]),
    ...sections,
    ...others,
    ...notCoveredParts(notCovered),
  ].join('\n\n')}\n`;
}

function contentsOf({ objects, events }: Catalogue): readonly Cells[] {
  return [
    ...objects.map(({ objectType, groups }) => [
      markdownText(objectType),
      String(groups.length),
      String(groups.reduce((sum, { properties }) => sum + properties.length, 0)),
    ]),
    ...events.map(({ name, properties }) => [`event ${markdownText(name)}`, '', String(properties.length)]),
  ];
}

function objectSections({ objects }: Catalogue, place: Place): readonly string[] {
  return objects.flatMap(({ objectType, schema, groups, pipelines = [] }) => [
    `## ${markdownText(objectType)}`,
    ...(schema === undefined ? [] : [schemaText(schema, place)]),
    ...groups.flatMap((group) => groupParts(group, place)),
    ...pipelines.flatMap((pipeline) => pipelineParts(pipeline, place)),
  ]);
}

function schemaText({ labels, description = '', provenance }: CatalogueSchema, place: Place): string {
  const about = description === '' ? '' : ` ${markdownText(description)}`;
  return `Custom object ${markdownText(labels.singular)}, ${markdownText(labels.plural)}, ${place(provenance)}${about}`;
}

function groupParts(group: CatalogueGroup, place: Place): readonly string[] {
  const { name, declared, properties } = group;
  const owned = declared === undefined ? 'not managed here' : place(declared.provenance);
  return [
    `### ${markdownText(titleOf(group))}`,
    `Group ${markdownCode(name)}, ${owned}`,
    ...(properties.length === 0 ? [] : [propertyTable(properties, place)]),
  ];
}

function pipelineParts({ id, label, stages, provenance }: CataloguePipeline, place: Place): readonly string[] {
  const rows = stages.map((stage) => [
    `${markdownText(stage.label)}<br>${markdownCode(stage.value)}`,
    stageWords(stage) === '' ? '' : markdownCode(stageWords(stage)),
  ]);
  return [
    `### ${markdownText(`Pipeline ${label}`)}`,
    `Pipeline ${markdownCode(id)}, ${place(provenance)}`,
    table(['stage', 'meaning'], rows),
  ];
}

/** `0.2`, `1, won` or `CLOSED`. */
function stageWords({ probability, ticketState, state }: CatalogueStage): string {
  if (probability === undefined) return ticketState ?? state ?? '';
  return probability === 1 ? '1, won' : probability === 0 ? '0, lost' : String(probability);
}

function eventSections({ events }: Catalogue, place: Place): readonly string[] {
  return events.flatMap(({ name, properties }) => [`## Event ${markdownText(name)}`, propertyTable(properties, place)]);
}

function subscriptionSections(catalogue: Catalogue, place: Place): readonly string[] {
  return appsOf(catalogue).flatMap(({ appId, subscriptions }) => [
    `## Webhooks of app ${markdownText(appId)}`,
    table(
      ['notifies of', 'state', 'declared in'],
      subscriptions.map((one) => [
        markdownText(subscriptionWords(one)),
        one.active === false ? 'paused' : 'active',
        place(one.provenance),
      ]),
    ),
  ]);
}

function labelSections({ labels }: Catalogue, place: Place): readonly string[] {
  if (labels.length === 0) return [];
  const rows = labels.map(({ from, to, name, label, inverseLabel, provenance }) => [
    `${markdownText(label)}<br>${markdownCode(name)}`,
    markdownText(`${from} to ${to}`),
    markdownText(inverseLabel),
    place(provenance),
  ]);
  return ['## Association labels', table(['label', 'direction', 'in the other direction', 'declared in'], rows)];
}

function limitSections({ limits }: Catalogue, place: Place): readonly string[] {
  if (limits.length === 0) return [];
  const rows = limits.map((limit) => [
    markdownText(limitWords(limit)),
    String(limit.maxToObjectIds),
    place(limit.provenance),
  ]);
  return ['## Association limits', table(['from one record', 'at most', 'declared in'], rows)];
}

function notCoveredParts(notCovered: readonly NotCovered[]): readonly string[] {
  if (notCovered.length === 0) return [];
  const lines = notCovered.map(({ what, where }) => `- ${markdownText(`${what}: ${where}`)}`);
  return [`## ${NOT_COVERED_TITLE}`, lines.join('\n')];
}

function propertyTable(properties: readonly CatalogueProperty[], place: Place): string {
  const rows = properties.map((property) => [
    `${markdownText(property.label)}<br>${markdownCode(property.name)}`,
    [markdownText(propertyForm(property)), ...ruleParts(property), ...optionParts(property)].join('<br>'),
    (property.description ?? '')
      .split(/\r\n?|\n/)
      .map(markdownText)
      .join('<br>'),
    place(property.provenance),
  ]);
  return table(['property', 'type', 'description', 'declared in'], rows);
}

/** `MAX_LENGTH 40` */
function ruleParts({ validation = [] }: CatalogueProperty): readonly string[] {
  return validation.map(({ value, label }) => `${markdownCode(value)} ${markdownText(label)}`.trimEnd());
}

function optionParts({ options = [] }: CatalogueProperty): readonly string[] {
  const parts = options.map(
    ({ value, label, hidden }) =>
      `${markdownCode(optionName(value))} ${markdownText(label)}${hidden === true ? ' (hidden)' : ''}`,
  );
  if (parts.length <= SHOWN_OPTIONS) return parts;
  return [`<details><summary>${count(parts.length, 'option')}</summary>${parts.join('<br>')}</details>`];
}

function table(head: Cells, rows: readonly Cells[]): string {
  const line = (cells: Cells): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** `enumeration, select, unique`. */
function propertyForm(property: CatalogueProperty): string {
  const { type, fieldType, hasUniqueValue, dataSensitivity, calculationFormula } = property;
  return [
    type,
    ...(fieldType === undefined || fieldType === type ? [] : [fieldType]),
    ...(hasUniqueValue === true ? ['unique'] : []),
    ...(dataSensitivity === undefined || dataSensitivity === 'non_sensitive'
      ? []
      : [dataSensitivity.replaceAll('_', ' ')]),
    ...(calculationFormula === undefined ? [] : [`calculated: ${calculationFormula}`]),
  ].join(', ');
}

/** `contact.propertyChange of loyaltytier`. */
function subscriptionWords({ eventType, objectTypeId, propertyName }: CatalogueSubscription): string {
  const object = objectTypeId === undefined ? '' : ` of ${objectTypeId}`;
  return `${eventType}${object}${propertyName === undefined ? '' : `, property ${propertyName}`}`;
}

/** `contacts to companies, Board member`. */
function limitWords({ from, to, category, typeId, label }: CatalogueLimit): string {
  return `${from} to ${to}, ${label ?? `${category} ${typeId ?? ''}`.trim()}`;
}
