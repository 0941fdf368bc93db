/** A rollout as one self-contained page: how it stands, each cluster like a plan, every account by what became of it, and the events. */

import { DRIFT_FORMAT } from '../../model/drift.ts';
import { moment } from '../../model/moment.ts';
import type { ReportedCluster, RolloutReport, Sample } from '../../model/rollout-report.ts';
import type { RolloutStatus } from '../../model/rollout-status.ts';
import type { Face } from '../fix-ways.ts';
import { driftRow, hasDrifted } from '../text/drift.ts';
import { askedWords, clusterNotes, clusterTitle, phaseWords, rolloutTitle, statesText } from '../text/rollout-words.ts';
import { filterBar } from './filters.ts';
import { findingsMarkup } from './findings.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { page } from './page.ts';
import { CHANGE_FACETS, planRows } from './plan.ts';
import { rowMarkup } from './render.ts';
import { eventsMarkup, groupsMarkup, idList, phaseVerdict, stateTiles, waveTable } from './rollout-parts.ts';
import { type Row, treeMarkup } from './tree.ts';

export interface RolloutHtmlOptions {
  /** Milliseconds since the epoch, for `3 days ago`. */
  readonly now: number;
  /** Reader of the advice (default: terminal). */
  readonly face?: Face;
}

/** Clusters that stand open, so that the common case needs no click. */
const OPENED = 3;

export function rolloutHtml(report: RolloutReport, options: RolloutHtmlOptions): string {
  const { status, findings, clusters, accounts, events } = report;
  const rows = clusters.map(({ sample }) => sampleRows(sample, options.now));
  return page({
    title: rolloutTitle(status),
    skipTo: { id: 'clusters', words: 'Skip to the clusters' },
    header: html`${phaseVerdict(status, phaseWords(status))}${stateTiles(status.states)}<p class="soft">As of <time datetime="${status.at}">${moment(status.at)}</time>.</p>${rolloutEntries(status)}`,
    main: html`${waveTable(status)}${findingsMarkup(findings, options.face ?? 'terminal')}<section aria-labelledby="clusters">
<h2 id="clusters" tabindex="-1">Clusters (${clusters.length})</h2>
${
  clusters.length === 0 ? html`<p>No account is planned.</p>` : filterBar(CHANGE_FACETS, rows.flat())
}${clusters.map((cluster, at) => clusterMarkup(cluster, rows[at] ?? [], at))}</section>
${groupsMarkup(accounts, (hubId) => html`${hubId}`)}${eventsMarkup(events)}`,
  });
}

function rolloutEntries({ createdAt, by, asked, errorBudget, soak }: RolloutStatus): Markup {
  return html`<dl><dt>Made<dd><time datetime="${createdAt}">${moment(createdAt)}</time>${by === null ? '' : ` by ${by}`}${asked === null ? NOTHING : html`<dt>Last asked<dd><time datetime="${asked.at}">${moment(asked.at)}</time>: ${askedWords(asked)}`}<dt>Error budget<dd>at most ${errorBudget.maxFailedPercent} % of a wave failed and ${errorBudget.maxUncertain} uncertain${errorBudget.spent === null ? '' : '; spent'}${soak.until === null ? NOTHING : html`<dt>Watched until<dd>${moment(soak.until)}`}</dl>
`;
}

/** Returns the changes or the drift of a sample as rows. */
function sampleRows(sample: Sample, now: number): readonly Row[] {
  if (sample.format === DRIFT_FORMAT) {
    const drifted = sample.resources.filter(hasDrifted);
    return drifted.map((resource) => rowMarkup(driftRow(resource), { opens: false, now, face: 'terminal' }));
  }
  return planRows(sample, shownChanges(sample), { opens: false, now });
}

function shownChanges(sample: Extract<Sample, { readonly changes: unknown }>) {
  return sample.changes.filter(({ action }) => action !== 'keep');
}

function clusterMarkup(cluster: ReportedCluster, rows: readonly Row[], at: number): Markup {
  return html`<details class="cluster"${at < OPENED ? { markup: ' open' } : NOTHING}><summary><h3>${clusterTitle(cluster)}</h3></summary>
<p>${clusterNotes(cluster)} ${statesText(cluster.states)}.</p>
<details class="fold"><summary>Accounts (${cluster.hubIds.length})</summary><p class="ids">${idList(cluster.hubIds, (hubId) => html`${hubId}`)}</p></details>
${rows.length === 0 ? html`<p>Nothing to change.</p>` : treeMarkup(rows, `cluster-${at + 1}`)}</details>
`;
}
