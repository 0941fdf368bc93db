/** One change, finding or risk as Markdown, whole or on one line; all foreign text escaped. */

import type { Change, FieldChange } from '../model/change.ts';
import type { Finding } from '../model/finding.ts';
import { markdownBlock, markdownCode, markdownHtml, markdownText } from './escape.ts';
import { fieldLines } from './text/fields.ts';
import type { TextStyle } from './text/style.ts';
import { ACTION_SIGNS, basisWords, riskWords } from './text/words.ts';

/** Blocked, or something is lost: what a reviewer must see. */
export function isCritical(change: Change): boolean {
  return change.action === 'blocked' || (change.risk !== 'safe' && change.action !== 'keep');
}

/** Head, notes and the block of fields. */
export function changePart(change: Change, style: TextStyle): string {
  const notes = [
    `${markdownText(change.reason)}${change.section === undefined ? '' : ` (spec ${markdownText(change.section)})`}`,
    ...[riskWords(change)].flatMap((text) => (text === undefined ? [] : [`**${markdownText(text)}**`])),
    ...[basisWords(change, style.now)].flatMap((text) => (text === undefined ? [] : [`_${markdownText(text)}_`])),
  ];
  const fields = fieldsBlock(change.fields, style);
  return [`${head(change)}: ${notes.join('; ')}`, ...(fields === undefined ? [] : [fields])].join('\n\n');
}

/** A list item: what, its risk, and what is removed; a blocked one says why. */
export function changeLine(change: Change): string {
  const why = change.action === 'blocked' ? `: ${markdownText(change.reason)}` : '';
  return `- ${head(change)}${why}${riskNote(change)}${removals(change)}`;
}

/** The same with nothing but the name, the risks and what is removed. */
export function changeName(change: Change): string {
  const risks = change.risks.length === 0 ? '' : ` ${change.risks.join(', ')}`;
  return `- ${ACTION_SIGNS[change.action].symbol} ${markdownCode(change.address)}${risks}${removals(change)}`;
}

export function findingLine(finding: Finding): string {
  const place = finding.provenance;
  const where = place === undefined ? '' : ` ${markdownCode(`${place.file}:${place.line}:${place.column}`)}`;
  const hint = finding.hint === undefined ? '' : ` ${markdownText(finding.hint)}`;
  return `- **${finding.severity}** ${markdownCode(finding.code)}${where}: ${markdownText(finding.message)}${hint}`;
}

/** Something folded away under a title; the title is no Markdown, because it stands inside an HTML block. */
export function details(title: string, body: string): string {
  return `<details><summary>${markdownHtml(title)}</summary>\n\n${body}\n\n</details>`;
}

function fieldsBlock(fields: readonly FieldChange[], style: TextStyle): string | undefined {
  if (fields.length === 0) return undefined;
  return markdownBlock(fieldLines(fields, { absentBefore: undefined, absentAfter: '(removed)' }, '', style).join('\n'));
}

function head(change: Change): string {
  return `**${markdownText(ACTION_SIGNS[change.action].symbol)} ${change.action}** ${markdownCode(change.address)}`;
}

function riskNote(change: Change): string {
  const words = riskWords(change);
  return words === undefined ? '' : `; **${markdownText(words)}**`;
}

function removals(change: Change): string {
  const options = change.fields.flatMap((field) => field.options ?? []).filter((option) => option.change === 'remove');
  return options.length === 0 ? '' : ` (removes ${options.map(({ value }) => markdownCode(value)).join(', ')})`;
}
