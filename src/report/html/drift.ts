/** Drift as one self-contained page, like the page of a plan: what differs from the last applied state, and what cannot be verified. */

import { DRIFT_STATUSES, type DriftedResource, type DriftReport } from '../../model/drift.ts';
import { ago, moment } from '../../model/moment.ts';
import { sawEverything } from '../exit.ts';
import type { Face } from '../fix-ways.ts';
import { count } from '../text/layout.ts';
import { basisText, driftedWords, noDriftWords } from '../text/words.ts';
import { fieldTables, foreignMarkup } from './fields.ts';
import { filterBar, statusAndKind } from './filters.ts';
import { findingsMarkup } from './findings.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { page } from './page.ts';
import { DRIFT_WORDS } from './signs.ts';
import { type Row, treeMarkup } from './tree.ts';

export interface DriftHtmlOptions {
  /** Lists what is in sync too. */
  readonly verbose: boolean;
  /** Milliseconds since the epoch, for `3 days ago`. */
  readonly now: number;
  /** Who is told what to do; the terminal when left out. */
  readonly face?: Face;
}

const SIDES = { before: 'Last applied', after: 'In the account' };
const WORDS = { absentBefore: '(not set)', absentAfter: '(gone)' };
/** Drifted resources stand open up to this many, so that nobody has to look for them. */
const OPENED = 40;

export function driftHtml(report: DriftReport, options: DriftHtmlOptions): string {
  const { name, hubId } = report.account;
  const resources = report.resources.filter(
    ({ status, foreign }) => status !== 'in-sync' || foreign !== undefined || options.verbose,
  );
  const opens = report.summary.drifted <= OPENED;
  const rows = resources.map((resource) => driftRow(resource, opens && hasLeft(resource), options.now));
  const filters = { facets: statusAndKind(resources, DRIFT_STATUSES, DRIFT_WORDS), attention: report.summary.drifted };
  return page({
    title: `Drift of ${name}${hubId === null ? '' : ` (account ${hubId})`}`,
    skipTo: { id: 'resources', words: 'Skip to the resources' },
    header: header(report, options.now),
    main: html`${findingsMarkup(report.findings, options.face ?? 'terminal')}<section aria-labelledby="resources">
<h2 id="resources" tabindex="-1">Resources (${resources.length})</h2>
${resources.length === 0 ? html`<p>Nothing needs attention.</p>` : html`${filterBar(filters)}${treeMarkup(rows)}`}</section>
`,
  });
}

function hasLeft({ status }: DriftedResource): boolean {
  return status === 'drifted' || status === 'gone';
}

function header(report: DriftReport, now: number): Markup {
  const { drifted, inSync, unverifiable, foreign } = report.summary;
  const seen = sawEverything(report)
    ? NOTHING
    : html`<p class="verdict stop"><span aria-hidden="true">▲</span> The account was not read completely: this report does not cover what was not read.</p>`;
  const left =
    report.resources.length === 0
      ? html`<p class="verdict warn"><span aria-hidden="true">▲</span> ${noDriftWords(report)}.</p>`
      : drifted === 0
        ? html`<p class="verdict go"><span aria-hidden="true">✓</span> No drift seen.</p>`
        : html`<p class="verdict warn"><span aria-hidden="true">▲</span> ${count(drifted, 'resource')} drifted from what was last applied.</p>`;
  const tiles = (['drifted', 'in-sync', 'unverifiable'] as const).map((status) => {
    const amount = { drifted, 'in-sync': inSync, unverifiable }[status];
    return html`<li><b>${amount}</b><span class="s-${status}">${DRIFT_WORDS[status]}</span></li>`;
  });
  return html`${seen}${left}
<ul class="tiles" aria-label="Counts">${tiles}</ul>
<dl><dt>Read at<dd>${moment(new Date(now).toISOString())}${foreign === 0 ? NOTHING : html`<dt>Options added by other users<dd>${count(foreign, 'resource')}; they are kept and are not drift`}</dl>`;
}

export function driftRow(resource: DriftedResource, open: boolean, now: number): Row {
  const { address, kind, status, basis, fields, reason, foreign, recordedOnly } = resource;
  const attention = hasLeft(resource);
  const known = basisText(basis);
  const row = html`<details class="row ${status} ${kind}${attention ? ' attention' : ''}"${open ? { markup: ' open' } : NOTHING}><summary><b class="s-${status}">${DRIFT_WORDS[status]}</b> <code>${address}</code> <i class="s-${basis}">${basis}</i></summary><div>${attention ? html`<p>Changed ${driftedWords(resource)}.</p>` : NOTHING}${reason === undefined ? NOTHING : html`<p>${reason}</p>`}<dl><dt>${recordedOnly === true ? 'Recorded' : 'Last applied'}<dd>${moment(resource.appliedAt)}, ${ago(resource.appliedAt, now)}${known === undefined ? NOTHING : html`<dt>Source<dd>${known}`}</dl>
${fieldTables(fields, WORDS, SIDES)}${foreign === undefined ? NOTHING : foreignMarkup(foreign)}</div></details>
`;
  return { address, attention, row };
}
