/** A comparison as one self-contained page. */

import { COMPARED_STATUSES, type ComparedResource, type Comparison } from '../../model/comparison.ts';
import { moment } from '../../model/moment.ts';
import {
  COMPARED_WORDS,
  causeTitle,
  comparisonCounts,
  sideName,
  sideText,
  statusWords,
  verdictText,
} from '../text/compared.ts';
import { aboutText } from '../text/comparison.ts';
import { fieldTables } from './fields.ts';
import { filterBar, statusAndKind } from './filters.ts';
import { findingsMarkup } from './findings.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { page } from './page.ts';
import { type Row, treeMarkup } from './tree.ts';

/** Most differences that are shown open. */
const OPENED = 40;

export function comparisonHtml(comparison: Comparison): string {
  const { left, right, resources, findings, summary } = comparison;
  const words = statusWords(comparison);
  const rows = resources.map((resource) => rowOf(resource, comparison, summary.different <= OPENED));
  return page({
    title: `${sideName(left)} and ${sideName(right)} compared`,
    skipTo: { id: 'resources', words: 'Skip to the differences' },
    header: header(comparison),
    main: html`${findingsMarkup([...findings.left, ...findings.right], 'terminal')}<section aria-labelledby="resources">
<h2 id="resources" tabindex="-1">Differences (${resources.length})</h2>
${resources.length === 0 ? html`<p>${verdictText(comparison)}</p>` : html`${filterBar({ facets: statusAndKind(resources, COMPARED_STATUSES, words) })}${treeMarkup(rows)}`}</section>
${notComparedMarkup(comparison)}`,
  });
}

function header(comparison: Comparison): Markup {
  const { complete, left, right, resources, notCompared } = comparison;
  const grade = !complete ? 'stop' : resources.length + notCompared.length > 0 ? 'warn' : 'go';
  const read = right.takenAt ?? '';
  return html`<p class="verdict ${grade}"><span aria-hidden="true">${grade === 'go' ? '✓' : '▲'}</span> ${verdictText(comparison)} ${comparisonCounts(comparison)}</p>
<dl><dt>Left<dd>${sideText(left)}, ${left.account.baseUrl}<dt>Right<dd>${sideText(right)}, ${right.account.baseUrl}<dt>Read at<dd><time datetime="${read}">${moment(read)}</time></dl>`;
}

function rowOf(resource: ComparedResource, comparison: Comparison, opens: boolean): Row {
  const { address, kind, status, fields, reason } = resource;
  const isDifferent = status === 'different';
  const about = isDifferent ? '' : aboutText(resource);
  const sides = { before: sideName(comparison.right), after: sideName(comparison.left) };
  const row = html`<details class="row ${status} ${kind}"${opens && isDifferent ? { markup: ' open' } : NOTHING}><summary><b class="s-${status}">${statusWords(comparison)[status]}</b> <code>${address}</code>${about === '' ? NOTHING : html` <i>${about}</i>`}</summary><div>${reason === undefined ? NOTHING : html`<p>${reason}</p>`}${fieldTables(fields, COMPARED_WORDS, sides)}</div></details>
`;
  return { address, attention: false, row };
}

function notComparedMarkup(comparison: Comparison): Markup {
  const { notCompared } = comparison;
  if (notCompared.length === 0) return NOTHING;
  return html`<section aria-labelledby="not-compared">
<h2 id="not-compared">Not compared (${notCompared.length})</h2>
<p>These resources are neither the same nor missing: no read shows them.</p>
<ul class="findings">${notCompared.map(
    (
      cause,
    ) => html`<li><p><strong class="s-not-compared">${causeTitle(cause, comparison)}</strong> <code>${cause.because}</code></p>
<p>${cause.reason}</p>${cause.addresses.length === 0 ? NOTHING : html`<details><summary>${cause.addresses.length} known</summary><ul>${cause.addresses.map((address) => html`<li><code>${address}</code>`)}</ul></details>`}`,
  )}</ul>
</section>
`;
}
