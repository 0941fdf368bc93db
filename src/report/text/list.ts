/** The contents of an account as text: a block for each kind, with the source of its rows. */

import { KIND_WORDS } from '../../kinds/words.ts';
import type { Inventory, ListedKind, ListedResource } from '../../model/inventory.ts';
import { type Fields, isList, type Json } from '../../model/json.ts';
import type { Column } from '../../model/kind-words.ts';
import { largest } from '../../model/lists.ts';
import { ago } from '../../model/moment.ts';
import { optionName } from '../../model/option.ts';
import { terminalLine } from '../escape.ts';
import { fieldLines, VALUES } from './fields.ts';
import { findingsText } from './findings.ts';
import { adviceLines } from './hint.ts';
import { count, countColumns, padEnd, wrap } from './layout.ts';
import { otherObjectLines } from './other-objects.ts';
import { blocksText } from './render.ts';
import type { TextStyle } from './style.ts';
import { valueText } from './value.ts';

export function inventoryText(inventory: Inventory, style: TextStyle): string {
  const { name, hubId } = inventory.account;
  const byKind = Map.groupBy(inventory.resources, ({ kind }) => kind);
  return blocksText([
    [
      style.palette.heading(
        `${inventory.only === undefined ? 'Resources' : 'Undeclared resources'} of ${terminalLine(name)}`,
      ) + style.palette.dim(hubId === null ? '' : ` (account ${hubId})`),
    ],
    ...inventory.kinds.map((kind) => kindLines(kind, byKind.get(kind.kind) ?? [], style)),
    inventory.findings.length === 0 ? [] : [findingsText(inventory.findings, style)],
    leftOutLines(inventory, style),
    footLines(inventory, style),
  ]);
}

/** `Properties: 71 (60 default, 11 custom)`. */
export function kindCounts({ kind, total, ...counts }: ListedKind): string {
  const split = [`${counts.default} default`, `${counts.custom} custom`].join(', ');
  return `${KIND_WORDS[kind].title}: ${total}${counts.default + counts.custom === 0 ? '' : ` (${split})`}`;
}

function kindLines(kind: ListedKind, resources: readonly ListedResource[], style: TextStyle): readonly string[] {
  const { strong, dim } = style.palette;
  const from = kind.source === 'ledger' ? 'Recorded in the ledger, not read from the account. ' : '';
  const source = kind.reason === undefined ? [] : [from + terminalLine(kind.reason)];
  const width = largest(
    resources.map(({ address }) => countColumns(terminalLine(address))),
    0,
  );
  const showsDefined = resources.some(({ defined }) => defined !== undefined);
  return [
    strong(kindCounts(kind)),
    ...source.flatMap((text) => wrap(text, style.width, { first: '  ', rest: '  ' })).map(dim),
    ...resources.flatMap((resource) => [
      `  ${showsDefined ? padEnd(resource.defined ?? '?', 9) : ''}${padEnd(terminalLine(resource.address), width)}  ${formatWords(resource, style)}`.trimEnd(),
      ...undeclaredLines(resource, style),
      ...(style.verbose ? formatFieldLines(resource, style) : []),
    ]),
  ];
}

/** Shows only the undeclared options of a declared resource. */
function undeclaredLines({ undeclaredOptions = [] }: ListedResource, style: TextStyle): readonly string[] {
  if (undeclaredOptions.length === 0) return [];
  const names = undeclaredOptions.map(({ value }) => terminalLine(optionName(value))).join(', ');
  const text = `${undeclaredOptions.length} undeclared: ${names}`;
  return wrap(text, style.width, { first: '      ', rest: '        ' });
}

function formatWords(resource: ListedResource, style: TextStyle): string {
  const about = listDistinguishing(resource).join(', ');
  const known = describeBasis(resource, style);
  return [about, known === '' ? '' : style.palette.dim(known)].filter((text) => text !== '').join('  ');
}

/** Returns the known fields that distinguish resources of a kind. */
export function listDistinguishing({ kind, fields }: Pick<ListedResource, 'kind' | 'fields'>): readonly string[] {
  return KIND_WORDS[kind].columns.flatMap((column) => formatColumn(column, fields));
}

function formatColumn(column: Column, fields: Fields): readonly string[] {
  switch (column.as) {
    case 'value':
      return listKnown(fields[column.field]).map((value) => `${column.before ?? ''}${valueText(value, '')}`);
    case 'names': {
      const names = column.fields.flatMap((field) =>
        listKnown(fields[field]).filter((value) => typeof value === 'string'),
      );
      return names.length === 0 ? [] : [`${column.before ?? ''}${names.map(terminalLine).join('/')}`];
    }
    case 'count': {
      const list = fields[column.field];
      return isList(list) && list.length > 0 ? [count(list.length, column.noun)] : [];
    }
    case 'flag':
      return listKnown(fields[column.field]).map((value) => (value === true ? column.set : column.unset));
  }
}

function listKnown(value: Json | undefined): readonly Json[] {
  return value === undefined || value === '' ? [] : [value];
}

/** Returns nothing for a resource that was read and is not in the ledger. */
function describeBasis({ basis, recorded, recordedAt }: ListedResource, style: TextStyle): string {
  switch (basis) {
    case 'observed':
      return recorded ? 'in the ledger' : '';
    case 'inferred':
      return 'inferred from its properties';
    case 'recorded':
    case 'echoed':
      return recordedAt === undefined ? 'recorded' : `recorded ${ago(recordedAt, style.now)}`;
    case 'unknown':
      return 'its values are unknown: a trueup call is open';
  }
}

function formatFieldLines({ fields, locked }: ListedResource, style: TextStyle): readonly string[] {
  const shown = Object.entries(fields).map(([field, after]) => ({ field, after }));
  return [
    ...fieldLines(shown, VALUES, '      ', style),
    ...(locked === undefined ? [] : [`      It cannot be changed: ${terminalLine(locked)}.`]),
  ];
}

/** Groups whose origin is unknown. */
function leftOutLines({ leftOut = [] }: Inventory, style: TextStyle): readonly string[] {
  if (leftOut.length === 0) return [];
  const text = `Groups that hold definitions of the service are not listed: ${leftOut.map(terminalLine).join(', ')}. If a user created one of them, declare it.`;
  return wrap(text, style.width, { first: '', rest: '' });
}

function footLines(
  { resources, objectTypes, typeIds = {}, complete, otherObjects }: Inventory,
  style: TextStyle,
): readonly string[] {
  const total = `${count(resources.length, 'resource')}${complete ? '' : ', plus what could not be read'}.`;
  if (objectTypes.length === 0) return [total];
  const named = objectTypes.map((type) => (Object.hasOwn(typeIds, type) ? `${type} (${typeIds[type]})` : type));
  const seen = `Object types: ${named.map(terminalLine).join(', ')}.`;
  const frame = { first: '', rest: '' };
  if (otherObjects !== undefined) {
    const others = otherObjectLines(otherObjects, ['list', '--undeclared'], style);
    return [total, ...adviceLines({ hint: seen }, style, frame), ...others];
  }
  const others = 'To list another object: `trueup list --object NAME`';
  return [total, ...adviceLines({ hint: `${seen} ${others}` }, style, frame)];
}
