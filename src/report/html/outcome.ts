/** The outcomes of changes as one self-contained page, like the page of a plan. */

import { KIND_WORDS } from '../../kinds/words.ts';
import { KIND_NAMES, kindIn, parseAddress } from '../../model/address.ts';
import { type ApplyResult, isGood, type LeftOut, type Outcome } from '../../model/outcome.ts';
import type { Face } from '../fix-ways.ts';
import { type EqualOutcomes, OUTCOME_ORDER, outcomeGroups } from '../outcome-groups.ts';
import { count } from '../text/layout.ts';
import { callCounts, outcomeCounts } from '../text/outcome.ts';
import { ACTION_ORDER } from '../text/words.ts';
import { fieldTables } from './fields.ts';
import { type Facet, filterBar } from './filters.ts';
import { adviceMarkup, findingsMarkup } from './findings.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { page } from './page.ts';
import { type Row, treeMarkup } from './tree.ts';

const ABSENT = '(not set)';

export function outcomeHtml(result: ApplyResult, face: Face = 'terminal'): string {
  const attention = result.outcomes.filter((outcome) => !isGood(outcome)).length;
  const groups = outcomeGroups(result.outcomes);
  const firsts = new Set(groups.map(([first]) => first));
  const tree = treeMarkup(result.outcomes.map((outcome) => outcomeRow(outcome, firsts.has(outcome), face)));
  return page({
    title: 'Outcome',
    skipTo: { id: 'outcomes', words: 'Skip to the outcomes' },
    header: header(result, attention),
    main: html`${causesMarkup(groups, face)}${leftOutMarkup(result.leftOut)}${findingsMarkup(result.findings, face)}<section aria-labelledby="outcomes">
<h2 id="outcomes" tabindex="-1">Outcomes (${result.outcomes.length})</h2>
${result.outcomes.length === 0 ? html`<p>There was nothing to do.</p>` : html`${filterBar({ facets: facetsOf(result.outcomes), attention })}${tree}`}</section>
`,
  });
}

function header(result: ApplyResult, attention: number): Markup {
  const good = attention === 0 && !result.interrupted;
  const stopped = result.interrupted ? ' The run was interrupted.' : '';
  return html`<p class="verdict ${good ? 'go' : 'stop'}"><span aria-hidden="true">${good ? '✓' : '✖'}</span> ${outcomeCounts(result)}.${attention === 0 ? '' : ` ${count(attention, 'outcome needs', 'outcomes need')} attention.`}${stopped}</p>
<dl><dt>Calls<dd>${callCounts(result)}<dt>Run<dd><code>${result.run}</code></dl>`;
}

/** Causes of several outcomes that need attention, once each. */
function causesMarkup(groups: readonly EqualOutcomes[], face: Face): Markup {
  const causes = groups.filter(([first, ...others]) => others.length > 0 && !isGood(first));
  if (causes.length === 0) return NOTHING;
  return html`<section aria-labelledby="causes">
<h2 id="causes">Same outcome for several changes</h2>
<ul class="findings">${causes.map(([first, ...others]) => html`<li><p><strong class="s-${first.status}">${first.status}</strong> ${others.length + 1} changes</p>\n<p>${first.message}</p>${adviceMarkup(first, face)}</li>\n`)}</ul>
</section>
`;
}

/** Blocked changes of the plan that nobody may take for done. */
function leftOutMarkup(changes: readonly LeftOut[]): Markup {
  if (changes.length === 0) return NOTHING;
  return html`<section aria-labelledby="left-out">
<h2 id="left-out">Left out because blocked (${changes.length})</h2>
<ul class="findings">${[...Map.groupBy(changes, ({ reason }) => reason)].map(([reason, equal]) => html`<li>${equal.map(({ address }) => html`<p><code>${address}</code></p>\n`)}<p>${reason}</p></li>\n`)}</ul>
</section>
`;
}

/** Returns a row. The first row of equal outcomes is open. */
function outcomeRow(outcome: Outcome, isFirst: boolean, face: Face): Row {
  const attention = !isGood(outcome);
  const kind = parseAddress(outcome.address)?.kind ?? '';
  const classes = `row ${outcome.status} ${outcome.action} ${kind}${attention ? ' attention' : ''}`;
  const sides =
    outcome.status === 'conflict' ? { before: 'When planned', after: 'Found' } : { before: 'Expected', after: 'Found' };
  const row = html`<details class="${classes}"${attention && isFirst ? { markup: ' open' } : NOTHING}><summary><b class="s-${outcome.status}">${outcome.status}</b> <code>${outcome.address}</code> <i class="s-${outcome.action}">${outcome.action}</i></summary><div><p>${outcome.message}</p>${adviceMarkup(outcome, face)}${outcome.call === undefined ? NOTHING : html`<dl><dt>Call<dd><code>${outcome.call}</code></dl>`}${outcome.fields === undefined || outcome.fields.length === 0 ? NOTHING : fieldTables(outcome.fields, { absentBefore: ABSENT, absentAfter: ABSENT }, sides)}</div></details>
`;
  return { address: outcome.address, attention, row };
}

function facetsOf(outcomes: readonly Outcome[]): readonly Facet[] {
  const of = (test: (outcome: Outcome) => boolean): number => outcomes.filter(test).length;
  return [
    {
      legend: 'Status',
      choices: OUTCOME_ORDER.map((value) => ({
        value,
        word: value,
        rows: of(({ status }) => status === value),
      })),
    },
    {
      legend: 'Action',
      choices: ACTION_ORDER.map((value) => ({ value, word: value, rows: of(({ action }) => action === value) })),
    },
    {
      legend: 'Kind',
      choices: KIND_NAMES.map((value) => ({
        value,
        word: KIND_WORDS[value].noun,
        rows: of(({ address }) => kindIn(address) === value),
      })),
    },
  ];
}
