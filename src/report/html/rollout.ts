/** A rollout as one self-contained page: how it stands, each cluster like a plan, every account by what became of it, and the events. */

import { DRIFT_FORMAT } from '../../model/drift.ts';
import { moment } from '../../model/moment.ts';
import type { AccountGroup, ReportedCluster, RolloutEvent, RolloutReport, Sample } from '../../model/rollout-report.ts';
import type { AccountsByState, RolloutStatus } from '../../model/rollout-status.ts';
import type { Face } from '../fix-ways.ts';
import { driftRow, hasDrifted } from '../text/drift.ts';
import {
  accountsIn,
  askedWords,
  clusterNotes,
  clusterTitle,
  eventWords,
  groupTitle,
  phaseWords,
  rolloutTitle,
  statesIn,
  statesText,
  waveTimes,
} from '../text/rollout-words.ts';
import { filterBar } from './filters.ts';
import { findingsMarkup } from './findings.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { page } from './page.ts';
import { CHANGE_FACETS, planRows } from './plan.ts';
import { rowMarkup } from './render.ts';
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

/** A grade says more than a phase: whether a person has to do something. */
function phaseVerdict(status: RolloutStatus, words: string): Markup {
  const { phase, waitsFor } = status;
  const isStuck =
    phase === 'stopped' || status.errorBudget.spent !== null || waitsFor?.what === 'worker' || phase === 'aborted';
  const needsSomebody = isStuck || ['approval', 'replan', 'start', 'person'].includes(waitsFor?.what ?? '');
  const isClean = (status.states.failed ?? 0) + (status.states.uncertain ?? 0) === 0;
  const [grade, symbol] = isStuck ? ['stop', '✖'] : needsSomebody || !isClean ? ['warn', '▲'] : ['go', '✓'];
  return html`<p class="verdict ${grade}"><span aria-hidden="true">${symbol}</span> ${words}</p>
`;
}

function stateTiles(states: AccountsByState): Markup {
  return html`<ul class="tiles" aria-label="Accounts by state"><li><b>${accountsIn(states)}</b>accounts</li>${statesIn(
    states,
  ).map(([state, amount]) => html`<li><b>${amount}</b><span class="s-${state}">${state}</span></li>`)}</ul>
`;
}

function waveTable(status: RolloutStatus): Markup {
  if (status.kind === 'drift') return NOTHING;
  const rows = status.waves.map(
    (wave) =>
      html`<tr><th scope="row">${wave.wave}<td>${wave.takes}<td>${wave.accounts}<td class="wide">${stateBar(wave.states)}${stateCounts(wave.states)}<td>${waveTimes(wave)}`,
  );
  return html`<section aria-labelledby="waves">
<h2 id="waves">Waves</h2>
<div class="scroll"><table class="w"><thead><tr><th scope="col">Wave<th scope="col">Takes<th scope="col">Accounts<th scope="col">Progress<th scope="col">When<tbody>${rows}</table></div>
</section>
`;
}

/** `96 applied, 2 failed`, each with its sign. */
function stateCounts(states: AccountsByState): Markup {
  return html`<p>${statesIn(states).map(
    ([state, amount], at) => html`${at === 0 ? '' : ', '}<span class="s-${state}">${amount} ${state}</span>`,
  )}</p>`;
}

/** Shows the shares of the states. The text next to it has the same content. */
function stateBar(states: AccountsByState): Markup {
  const all = accountsIn(states);
  if (all === 0) return NOTHING;
  let from = 0;
  const pieces = statesIn(states)
    .toReversed()
    .map(([state, amount]) => {
      const width = (amount / all) * 100;
      const piece = html`<rect class="b-${state}" x="${from.toFixed(3)}" width="${width.toFixed(3)}" height="4"></rect>`;
      from += width;
      return piece;
    });
  return html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">${pieces}</svg>`;
}

/** Every account, folded. */
function groupsMarkup(groups: readonly AccountGroup[], row: (hubId: number) => Markup): Markup {
  if (groups.length === 0) return NOTHING;
  return html`<section aria-labelledby="accounts">
<h2 id="accounts">Accounts by state</h2>
${groups.map(
  (group) =>
    html`<details class="fold"><summary><span class="s-${group.state}">${group.hubIds.length}</span> ${groupTitle(group)}</summary><p class="ids">${idList(group.hubIds, row)}</p></details>
`,
)}</section>
`;
}

function idList(hubIds: readonly number[], row: (hubId: number) => Markup): Markup {
  return html`${hubIds.map((hubId, at) => html`${at === 0 ? '' : ', '}${row(hubId)}`)}`;
}

/** Parts of the page of a rollout: bars of waves, counts by state, groups of accounts, events. */
function eventsMarkup(events: readonly RolloutEvent[]): Markup {
  if (events.length === 0) return NOTHING;
  return html`<section aria-labelledby="events">
<h2 id="events">Events</h2>
<dl>${events.map((event) => html`<dt><time datetime="${event.at}">${moment(event.at)}</time><dd>${eventWords(event)}`)}</dl>
</section>
`;
}
