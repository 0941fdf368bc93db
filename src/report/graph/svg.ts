/** The graph as a self-contained SVG image, light and dark, which loads nothing. Pure. */

import type { Catalogue } from '../catalogue/catalogue.ts';
import { htmlText } from '../escape.ts';
import { arranged, CARD_WIDTH, type Card, type Line, lineY, TITLE_HEIGHT } from './arrange.ts';
import type { Detail } from './parts.ts';

const STYLE = [
  ':root{--bg:#fff;--fg:#1b1f24;--soft:#57606a;--line:#d0d7de;--head:#eaf1fb;--edge:#0550ae}',
  '@media(prefers-color-scheme:dark){:root{--bg:#12161b;--fg:#e6e9ed;--soft:#a3adb8;--line:#3b444e;--head:#1d2a3a;--edge:#7ab7ff}}',
  'text{font:13px system-ui,sans-serif;fill:var(--fg);dominant-baseline:middle}',
  '.back{fill:var(--bg)}.card{fill:var(--bg);stroke:var(--line)}.head{fill:var(--head)}',
  '.title{font-weight:700;font-size:15px}.group{font-weight:600;fill:var(--soft)}.limit{fill:var(--edge)}',
  '.note{fill:var(--soft);text-anchor:end;font-size:12px}.edge{fill:none;stroke:var(--edge);stroke-width:1.5}.tip{fill:var(--edge)}',
].join('');

const INDENT: Readonly<Record<Line['as'], number>> = { title: 14, group: 14, property: 28, limit: 14 };
const SIDE = 14;
/** Between a text and its note. */
const GAP = 8;
/** Of a letter, on the wide side. */
const LETTER: Readonly<Record<Line['as'] | 'note', number>> = {
  title: 9,
  group: 7.6,
  property: 7.3,
  limit: 7,
  note: 6.6,
};

export function svgText(catalogue: Catalogue, detail: Detail, title: string): string {
  const { width, height, cards, curves } = arranged(catalogue, detail);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${htmlText(title)}</title>`,
    '<!-- Written by trueup generate graph. -->',
    `<style>${STYLE}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>',
    `<rect class="back" width="${width}" height="${height}"/>`,
    ...curves.map((path) => `<path class="edge" d="${path}" marker-end="url(#tip)"/>`),
    ...cards.map(cardText),
    '</svg>',
  ].join('\n')}\n`;
}

function cardText({ x, y, height, lines }: Card): string {
  return [
    `<g transform="translate(${x} ${y})">`,
    `<rect class="card" width="${CARD_WIDTH}" height="${height}" rx="8"/>`,
    `<path class="head" d="M.5 8a7.5 7.5 0 0 1 7.5-7.5h${CARD_WIDTH - 16}a7.5 7.5 0 0 1 7.5 7.5v${TITLE_HEIGHT - 8}H.5z"/>`,
    ...lines.map(lineText),
    '</g>',
  ].join('\n');
}

/** Cuts a text that does not fit next to its note. The whole text is shown under the pointer. */
function lineText({ as, text, note = '' }: Line, index: number): string {
  const x = INDENT[as];
  const room = CARD_WIDTH - x - SIDE - GAP - note.length * LETTER.note;
  const right =
    note === '' ? '' : `<text class="note" x="${CARD_WIDTH - SIDE}" y="${lineY(index)}">${htmlText(note)}</text>`;
  const shown = htmlText(cut(text, Math.floor(room / LETTER[as])));
  return `<text class="${as}" x="${x}" y="${lineY(index)}">${shown}<title>${htmlText(text)}</title></text>${right}`;
}

function cut(text: string, length: number): string {
  const letters = [...text];
  return letters.length <= length ? text : `${letters.slice(0, Math.max(1, length - 1)).join('')}…`;
}
