/** A plan as one self-contained page that people without trueup can open, filter and print. */

import { type Change, RISKS } from '../../model/change.ts';
import type { Plan, PlannedCall } from '../../model/plan.ts';
import type { Face } from '../fix-ways.ts';
import { callLines } from '../text/calls.ts';
import { changeRow, needsAttention } from '../text/change.ts';
import type { Facet } from '../text/doc.ts';
import { count } from '../text/layout.ts';
import { palette } from '../text/style.ts';
import { ACTION_ORDER } from '../text/words.ts';
import { filterBar } from './filters.ts';
import { findingsMarkup } from './findings.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { page } from './page.ts';
import { rowMarkup } from './render.ts';
import { planBanner, planHeader, planTitle } from './summary.ts';
import { type Row, treeMarkup } from './tree.ts';

export interface PlanHtmlOptions {
  /** Lists unchanged resources and every call too. */
  readonly verbose: boolean;
  /** Milliseconds since the epoch, for `3 days ago`. */
  readonly now: number;
  /** Reader of the advice (default: terminal). */
  readonly face?: Face;
}

/** Number of changes up to which those that need attention are open. */
const OPENED = 40;

export function planHtml(plan: Plan, options: PlanHtmlOptions): string {
  const changes = plan.changes.filter(({ action }) => action !== 'keep' || options.verbose);
  const attention = changes.filter(needsAttention).length;
  return page({
    title: planTitle(plan),
    banner: planBanner(plan, options.face ?? 'terminal'),
    skipTo: { id: 'changes', words: 'Skip to the changes' },
    header: planHeader(plan, attention),
    main: html`${findingsMarkup(plan.findings, options.face ?? 'terminal')}<section aria-labelledby="changes">
<h2 id="changes" tabindex="-1">Changes (${changes.length})</h2>
${changes.length === 0 ? html`<p>Nothing to change.</p>` : changesMarkup(plan, changes, attention, options)}</section>
${callsMarkup(plan, options)}`,
  });
}

function changesMarkup(plan: Plan, changes: readonly Change[], attention: number, { now }: PlanHtmlOptions): Markup {
  const rows = planRows(plan, changes, { opens: attention <= OPENED, now });
  return html`${filterBar(CHANGE_FACETS, rows)}${treeMarkup(rows)}`;
}

/** `opens`: rows that need attention are open. */
export function planRows(
  plan: Plan,
  changes: readonly Change[],
  { opens, now }: { readonly opens: boolean; readonly now: number },
): readonly Row[] {
  const byAddress = callsByAddress(plan.calls);
  return changes.map((change) => {
    const row = changeRow(change, { now, verbose: true, calls: byAddress.get(change.address) ?? [] });
    return rowMarkup(row, { opens, now, face: 'terminal' });
  });
}

function callsByAddress(calls: readonly PlannedCall[]): ReadonlyMap<string, readonly PlannedCall[]> {
  const found = new Map<string, PlannedCall[]>();
  for (const call of calls) {
    for (const address of call.covers) found.set(address, [...(found.get(address) ?? []), call]);
  }
  return found;
}

export const CHANGE_FACETS: readonly Facet[] = [
  { legend: 'Action', choices: ACTION_ORDER.map((value) => ({ value, word: value })) },
  { legend: 'Risk', choices: RISKS.map((value) => ({ value, word: value })) },
];

function callsMarkup(plan: Plan, options: PlanHtmlOptions): Markup {
  if (plan.calls.length === 0) return NOTHING;
  const lines = callLines(plan.calls, { palette: palette(false), width: 110, ...options });
  return html`<section aria-labelledby="calls">
<h2 id="calls">Calls made by apply</h2>
<details><summary>${count(plan.calls.length, 'call')}</summary><pre tabindex="0">${lines.join('\n')}</pre></details>
</section>
`;
}
