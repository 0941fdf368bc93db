/** A comparison as one self-contained page, like the page of a plan: what differs, and what was not compared. */

import {
  COMPARED_STATUSES,
  type ComparedResource,
  type ComparedStatus,
  type Comparison,
  type NotCompared,
} from '../../model/comparison.ts';
import { moment } from '../../model/moment.ts';
import {
  comparisonCounts,
  fieldChanges,
  fieldsOf,
  hasDifference,
  leftOutText,
  NOT_SET,
  sideNames,
  sideText,
  verdictText,
} from '../compared.ts';
import { causeTitle } from '../text/comparison.ts';
import { aboutOf } from '../text/list.ts';
import { fieldTables, type Sides } from './fields.ts';
import { filterBar, statusAndKind } from './filters.ts';
import { findingsMarkup } from './findings.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { page } from './page.ts';
import { type Row, treeMarkup } from './tree.ts';

/** What differs stands open up to this many, so that nobody has to look for it. */
const OPENED = 40;

export function comparisonHtml(comparison: Comparison): string {
  const { left, right, resources, notCompared, findings, summary } = comparison;
  const opens = summary.different <= OPENED;
  const rows = resources.map((resource) => rowOf(resource, comparison, opens));
  return page({
    title: `${left.name} and ${right.name} compared`,
    skipTo: { id: 'resources', words: 'Skip to the differences' },
    header: header(comparison),
    main: html`${findingsMarkup([...findings.left, ...findings.right], 'terminal')}<section aria-labelledby="resources">
<h2 id="resources" tabindex="-1">Differences (${resources.length})</h2>
${resources.length === 0 ? html`<p>${verdictText(comparison)}</p>` : html`${filterBar({ facets: statusAndKind(resources, COMPARED_STATUSES, statusWords(comparison)) })}${treeMarkup(rows)}`}</section>
${notComparedMarkup(comparison, notCompared)}`,
  });
}

function header(comparison: Comparison): Markup {
  const { summary, complete, left, right } = comparison;
  const words = statusWords(comparison);
  const grade = !complete ? 'stop' : hasDifference(comparison) || comparison.notCompared.length > 0 ? 'warn' : 'go';
  const sign = { stop: '▲', warn: '▲', go: '✓' }[grade];
  const leftOut = leftOutText(comparison);
  const tiles = [
    [summary.different, 'different', words.different],
    [summary.onlyLeft, 'only-left', words['only-left']],
    [summary.onlyRight, 'only-right', words['only-right']],
    [summary.same, 'same', 'the same'],
    [summary.notCompared, 'not-compared', 'not compared'],
  ] as const;
  return html`<p class="verdict ${grade}"><span aria-hidden="true">${sign}</span> ${verdictText(comparison)} ${comparisonCounts(comparison)}.</p>
${complete ? NOTHING : html`<p class="verdict stop"><span aria-hidden="true">▲</span> A read failed or was not made: what it would have shown is listed as not compared.</p>`}
<ul class="tiles" aria-label="Counts">${tiles.map(([amount, sort, text]) => html`<li><b>${amount}</b><span class="s-${sort}">${text}</span>`)}</ul>
<dl><dt>Left<dd>${sideText(left)}, ${left.account.baseUrl}${takenMarkup(left.takenAt)}<dt>Right<dd>${sideText(right)}, ${right.account.baseUrl}${takenMarkup(right.takenAt)}${leftOut === undefined ? NOTHING : html`<dt>Left out<dd>${leftOut}`}</dl>`;
}

function takenMarkup(iso: string | undefined): Markup {
  return iso === undefined ? NOTHING : html`, read <time datetime="${iso}">${moment(iso)}</time>`;
}

function statusWords(comparison: Comparison): Readonly<Record<ComparedStatus, string>> {
  const { left, right } = sideNames(comparison);
  return { different: 'different', 'only-left': `only in ${left}`, 'only-right': `only in ${right}` };
}

function rowOf(resource: ComparedResource, comparison: Comparison, opens: boolean): Row {
  const { address, rightAddress, kind, status, fields } = resource;
  const names = sideNames(comparison);
  const isDifferent = status === 'different';
  const own = fieldsOf(resource);
  const about = isDifferent ? '' : aboutOf({ kind, fields: own }).join(', ');
  const sides: Sides = {
    before: names.left,
    after: isDifferent || status === 'only-right' ? names.right : names.left,
    only: {
      heading: 'Where',
      before: `only in ${names.left}`,
      after: `only in ${isDifferent ? names.right : names[status === 'only-right' ? 'right' : 'left']}`,
    },
  };
  const tables = isDifferent
    ? fieldTables(fieldChanges(fields), { absentBefore: NOT_SET, absentAfter: NOT_SET }, sides)
    : fieldTables(
        Object.entries(own).map(([field, after]) => ({ field, after })),
        { absentBefore: undefined, absentAfter: NOT_SET },
        sides,
      );
  const moved = rightAddress === undefined ? NOTHING : html`<p>In ${names.right}: <code>${rightAddress}</code></p>`;
  const row = html`<details class="row ${status} ${kind}"${opens && isDifferent ? { markup: ' open' } : NOTHING}><summary><b class="s-${status}">${statusWords(comparison)[status]}</b> <code>${address}</code>${about === '' ? NOTHING : html` <i>${about}</i>`}</summary><div>${moved}${tables}</div></details>
`;
  return { address, attention: false, row };
}

function notComparedMarkup({ left, right }: Comparison, notCompared: readonly NotCompared[]): Markup {
  if (notCompared.length === 0) return NOTHING;
  const name = { left: left.name, right: right.name, both: 'both' };
  return html`<section aria-labelledby="not-compared">
<h2 id="not-compared">Not compared (${notCompared.length})</h2>
<p>What is listed here is neither the same nor missing: nothing was seen that would tell.</p>
<ul class="findings">${notCompared.map(
    (
      one,
    ) => html`<li><p><strong class="s-not-compared">${causeTitle(one, name[one.side])}</strong> <code>${one.because}</code></p>
<p>${one.reason}</p>${one.addresses.length === 0 ? NOTHING : html`<details><summary>${one.addresses.length} known</summary><ul>${one.addresses.map((address) => html`<li><code>${address}</code>`)}</ul></details>`}`,
  )}</ul>
</section>
`;
}
