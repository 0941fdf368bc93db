/** Renders the document of a report as Markdown, within a limit. */

import { moment } from '../../model/moment.ts';
import { optionName } from '../../model/option.ts';
import { markdownBlock, markdownCode, markdownHtml, markdownText } from '../escape.ts';
import type { Face } from '../fix-ways.ts';
import { type Block, type Doc, type Inline, listSpans, type Row } from '../text/doc.ts';
import { fieldLines } from '../text/fields.ts';
import { palette, type TextStyle } from '../text/style.ts';
import { LOG } from '../text/words.ts';
import { findingParts, markdownAdvice } from './findings.ts';

export interface DocMarkdownOptions {
  /** Reader whom hints address. Default: the terminal. */
  readonly face?: Face;
  /** Most bytes. A Git host that counts characters then accepts the text too. Default: no limit. */
  readonly limit?: number;
}

/** Fits the column of a code review. */
const STYLE: TextStyle = { palette: palette(false), width: 90, verbose: false, now: 0 };

/** Parts of a row that are written out: everything, its line, or its status and address. */
type Detail = 'whole' | 'lines' | 'names';

/** Names every row if the names fit, and otherwise shows no row. */
export function docMarkdown(
  doc: Doc,
  { face = 'terminal', limit = Number.POSITIVE_INFINITY }: DocMarkdownOptions = {},
): string {
  for (const detail of ['whole', 'lines', 'names'] as const) {
    const text = joinParts([
      ...headParts(doc),
      ...doc.findings.flatMap(({ place, items }) => [
        place === undefined || items.length === 0 ? '' : `Found in ${markdownText(place)}:`,
        ...findingParts(items, detail === 'whole' ? 'whole' : 'counts', face),
      ]),
      ...doc.rows.blocks.flatMap((block) => blockParts(block, detail, face)),
    ]);
    if (Buffer.byteLength(text) <= limit) return text;
  }
  return joinParts([...headParts(doc), `> The list does not fit here. In full: ${LOG}.`]);
}

function joinParts(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function headParts({ title, about, facts = [], warnings = [], summary, notes = [] }: Doc): readonly string[] {
  return [
    `### ${markdownText(title)}${about === undefined ? '' : ` (${markdownText(about)})`}`,
    facts.map(({ name, value }) => `- ${markdownText(name)}: ${inlineMarkdown(value)}`).join('\n'),
    ...warnings.map((text) => `> ${markdownText(text)}`),
    inlineMarkdown(summary),
    ...notes.map((note) => `> ${inlineMarkdown(note)}`),
  ];
}

function blockParts({ title, cause, rows }: Block, detail: Detail, face: Face): readonly string[] {
  if (cause !== undefined && title !== undefined) {
    if (rows.length === 0 || detail === 'names') return [`- ${markdownText(title)}`];
    return [details(title, rows.map(memberLine).join('\n'))];
  }
  const parts = rows.map((row) => rowPart(row, detail, face));
  return [
    ...(title === undefined ? [] : [`#### ${markdownText(title)}`]),
    parts.join(detail === 'whole' ? '\n\n' : '\n'),
  ];
}

/** Folds a text under a title. The title is inside an HTML block, so it contains no Markdown. */
export function details(title: string, body: string): string {
  return `<details><summary>${markdownHtml(title)}</summary>\n\n${body}\n\n</details>`;
}

function memberLine({ address, foreign = [] }: Row): string {
  const options = foreign.map(({ value }) => markdownCode(optionName(value))).join(', ');
  return `- ${markdownCode(address)}${options === '' ? '' : `: ${options}`}`;
}

export function rowPart(row: Row, detail: Detail = 'whole', face: Face = 'terminal'): string {
  const { status, address, about, notes = [], advice = {}, values, foreign = [], brief = false } = row;
  const name = `- **${markdownText(status.word)}** ${markdownCode(address)}`;
  if (detail === 'names') return name;
  const said = [...(about === undefined ? [] : [about]), ...(brief ? [] : notes)]
    .map(inlineMarkdown)
    .filter((text) => text !== '');
  const line = `${name}${said.length === 0 ? '' : `: ${said.reduce(joinSentences)}`}${brief ? '' : markdownAdvice(advice, face)}`;
  if (brief || detail === 'lines') return line;
  const options =
    foreign.length === 0
      ? ''
      : ` Kept, added by other users: ${foreign.map(({ value }) => markdownCode(optionName(value))).join(', ')}.`;
  const fields = values === undefined ? [] : fieldLines(values.fields, values.words, '', STYLE);
  return [line + options, ...(fields.length === 0 ? [] : [markdownBlock(fields.join('\n'))])].join('\n\n');
}

function joinSentences(text: string, next: string): string {
  return `${text}${text.endsWith('.') ? '' : '.'} ${next}`;
}

function inlineMarkdown(inline: Inline): string {
  return listSpans(inline)
    .map((span) => {
      if (typeof span === 'string') return markdownText(span);
      if ('at' in span) return markdownText(moment(span.at));
      if (span.as === 'code') return markdownCode(span.text);
      return span.as === 'strong' ? `**${markdownText(span.text)}**` : markdownText(span.text);
    })
    .join('');
}
