/** Renders the document of a report as Markdown, within a limit. */

import { moment } from '../../model/moment.ts';
import { optionName } from '../../model/option.ts';
import { markdownBlock, markdownCode, markdownHtml, markdownText } from '../escape.ts';
import type { Face } from '../fix-ways.ts';
import { type Block, type Doc, type Inline, listSpans, type Row } from '../text/doc.ts';
import { valueLines } from '../text/render.ts';
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

/** Parts of the rows that are written out. */
interface Detail {
  readonly rows: 'whole' | 'lines' | 'names';
  /** Optional blocks are counted. */
  readonly counts: boolean;
}

const WHOLE: Detail = { rows: 'whole', counts: false };

/** Forms, the longest first. */
const FOLDING: readonly Detail[] = [
  WHOLE,
  { rows: 'whole', counts: true },
  { rows: 'lines', counts: true },
  { rows: 'names', counts: true },
];

/** Names all rows except optional rows. If the names do not fit, no row is shown. */
export function docMarkdown(doc: Doc, options: DocMarkdownOptions = {}): string {
  const { face = 'terminal', limit = Number.POSITIVE_INFINITY } = options;
  for (const detail of FOLDING) {
    const text = joinParts([
      ...headParts(doc),
      ...doc.findings.flatMap(({ place, items }) => [
        place === undefined || items.length === 0 ? '' : `Found in ${markdownText(place)}:`,
        ...findingParts(items, detail.rows === 'whole' ? 'whole' : 'counts', face),
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

function blockParts({ title, cause, rows, optional = false }: Block, detail: Detail, face: Face): readonly string[] {
  if (cause !== undefined && title !== undefined) {
    if (rows.length === 0 || detail.rows === 'names' || (optional && detail.counts))
      return [`- ${markdownText(title)}`];
    return [details(title, rows.map(memberLine).join('\n'))];
  }
  const [first] = rows;
  if (optional && detail.counts && first !== undefined) return [`- ${rows.length} ${markdownText(first.status.word)}`];
  const groups = [...Map.groupBy(rows, (row) => row.cause ?? row.address).values()];
  const parts = groups.map((equal) => rowPart(equal, detail, face));
  return [
    ...(title === undefined ? [] : [`#### ${markdownText(title)}`]),
    parts.join(detail.rows === 'whole' ? '\n\n' : '\n'),
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

/** Equal rows as one item: they differ in their addresses only. */
export function rowPart(equal: readonly Row[], detail: Detail = WHOLE, face: Face = 'terminal'): string {
  const [row] = equal;
  if (row === undefined) return '';
  const { status, column, about, short, notes = [], advice = {}, values, foreign = [], brief = false } = row;
  const words = `**${markdownText(status.word)}**${column === undefined ? '' : ` ${markdownText(column)}`}`;
  const name = `- ${words} ${equal.map(({ address }) => markdownCode(address)).join(', ')}`;
  if (detail.rows === 'names') return name;
  if (detail.rows === 'lines' && short !== undefined)
    return name + (inlineMarkdown(short) === '' ? '' : `: ${inlineMarkdown(short)}`);
  const said = [...(about === undefined || equal.length > 1 ? [] : [about]), ...(brief ? [] : notes)]
    .map(inlineMarkdown)
    .filter((text) => text !== '');
  const line = `${name}${said.length === 0 ? '' : `: ${said.reduce(joinSentences)}`}${brief ? '' : markdownAdvice(advice, face)}`;
  if (brief || detail.rows === 'lines') return line;
  const options = foreign.map(({ value }) => markdownCode(optionName(value))).join(', ');
  const kept = options === '' ? '' : ` Kept, added by other users: ${options}.`;
  const fields = values === undefined ? [] : valueLines(values, '', STYLE);
  return [line + kept, ...(fields.length === 0 ? [] : [markdownBlock(fields.join('\n'))])].join('\n\n');
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
      return span.as === 'strong' ? `**${markdownText(span.text)}**` : `_${markdownText(span.text)}_`;
    })
    .join('');
}
