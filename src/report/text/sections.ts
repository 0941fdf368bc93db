/** The changes of a plan by section, in full; or one line each. */

import type { Change } from '../../model/change.ts';
import type { Plan } from '../../model/plan.ts';
import { terminalLine } from '../escape.ts';
import { changeRow, reasonText } from './change.ts';
import { keptText } from './counts.ts';
import { groupBySection } from './doc.ts';
import { nameSome, padEnd } from './layout.ts';
import { rowLines } from './render.ts';
import type { TextStyle } from './style.ts';
import { ACTION_ORDER, ACTION_SIGNS, inkOf } from './words.ts';

/** Returns one block of lines for each section with changes. */
export function sectionBlocks(plan: Plan, style: TextStyle): readonly (readonly string[])[] {
  return sectionsIn(plan, style).map(({ title, items: changes }) => {
    const kept = changes.filter(({ action }) => action === 'keep');
    const blocks = shownOf(changes, style).map((change) => rowLines(changeRow(change, style), style).join('\n'));
    const folded = kept.length > 0 && !style.verbose ? [style.palette.dim(`  ${keptText(kept)}`)] : [];
    return [style.palette.heading(terminalLine(title)), [...blocks, ...folded].join('\n\n')];
  });
}

/** Returns one line for each change, in the same order. */
export function oneLineEach(plan: Plan, style: TextStyle): readonly string[] {
  return sectionsIn(plan, style).flatMap(({ items: changes }) =>
    shownOf(changes, style).map((change) => oneLine(change, style)),
  );
}

function sectionsIn({ changes }: Plan, { verbose }: TextStyle): ReturnType<typeof groupBySection<Change>> {
  return groupBySection(changes).filter(({ items }) => verbose || items.some(({ action }) => action !== 'keep'));
}

function shownOf(changes: readonly Change[], style: TextStyle): readonly Change[] {
  const byAction = Map.groupBy(changes, (change) => change.action);
  return ACTION_ORDER.filter((action) => action !== 'keep' || style.verbose).flatMap(
    (action) => byAction.get(action) ?? [],
  );
}

/** Never wrapped, so that lines can be counted and searched. */
function oneLine(change: Change, style: TextStyle): string {
  const sign = ACTION_SIGNS[change.action];
  const head = inkOf(style.palette, sign)(`${sign.symbol} ${padEnd(change.action, 7)}`);
  return `  ${head} ${style.palette.strong(terminalLine(change.address))}${style.palette.dim(aboutText(change))}`;
}

/** Returns the fields of an update, or the reason of a blocked change. */
function aboutText(change: Change): string {
  if (change.action === 'blocked') return `  ${reasonText(change)}`;
  const risk = change.risk === 'safe' ? '' : `  ${change.risk}`;
  if (change.action !== 'update') return risk;
  return `  ${nameSome(
    change.fields.map(({ field }) => terminalLine(field)),
    6,
  )}${risk}`;
}
