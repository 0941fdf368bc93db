/** The changes of a plan by section, in full; or one line each. */

import type { Change } from '../../model/change.ts';
import { compareNatural } from '../../model/natural.ts';
import type { Plan } from '../../model/plan.ts';
import { terminalLine } from '../escape.ts';
import { changeLines, reasonText } from './change.ts';
import { keptText } from './counts.ts';
import { nameSome, padEnd } from './layout.ts';
import type { TextStyle } from './style.ts';
import { ACTION_ORDER, ACTION_SIGNS, inkOf, sectionOf } from './words.ts';

interface Section {
  readonly title: string;
  readonly rank: number;
  readonly changes: readonly Change[];
}

/** One block of lines for each section that changes. */
export function sectionBlocks(plan: Plan, style: TextStyle): readonly (readonly string[])[] {
  return sectionsOf(plan, style).map(({ title, changes }) => {
    const kept = changes.filter(({ action }) => action === 'keep');
    const blocks = shownOf(changes, style).map((change) => changeLines(change, style).join('\n'));
    const folded = kept.length > 0 && !style.verbose ? [style.palette.dim(`  ${keptText(kept)}`)] : [];
    return [style.palette.heading(terminalLine(title)), [...blocks, ...folded].join('\n\n')];
  });
}

/** In the same order. */
export function oneLineEach(plan: Plan, style: TextStyle): readonly string[] {
  return sectionsOf(plan, style).flatMap(({ changes }) =>
    shownOf(changes, style).map((change) => oneLine(change, style)),
  );
}

function sectionsOf(plan: Plan, style: TextStyle): readonly Section[] {
  const byTitle = Map.groupBy(plan.changes, ({ address }) => sectionOf(address).title);
  return [...byTitle]
    .map(([title, changes]) => ({ title, rank: sectionOf(changes[0]?.address ?? '').rank, changes }))
    .filter(({ changes }) => style.verbose || changes.some(({ action }) => action !== 'keep'))
    .sort((one, other) => one.rank - other.rank || compareNatural(one.title, other.title));
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

/** Of an update which fields, of what is blocked why; of anything else the action says it. */
function aboutText(change: Change): string {
  if (change.action === 'blocked') return `  ${reasonText(change)}`;
  const risk = change.risk === 'safe' ? '' : `  ${change.risk}`;
  if (change.action !== 'update') return risk;
  return `  ${nameSome(
    change.fields.map(({ field }) => terminalLine(field)),
    6,
  )}${risk}`;
}
