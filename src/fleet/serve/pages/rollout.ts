/** The page of one rollout: how it stands, its waves, its clusters and its events. */

import type { RolloutEvent } from '../../../model/rollout-report.ts';
import type { ReviewedCluster, RolloutStatus } from '../../../model/rollout-status.ts';
import { html, type Markup, NOTHING } from '../../../report/html/markup.ts';
import { rolloutEntries } from '../../../report/html/rollout.ts';
import { eventsMarkup, phaseVerdict, stateTiles, waveTable } from '../../../report/html/rollout-parts.ts';
import { approverOf, phaseWords, rolloutTitle, STANDING_WORDS } from '../../../report/text/rollout-words.ts';
import { queryOf } from '../filter.ts';
import { pathTo } from '../route.ts';
import { type Framed, framed } from './frame.ts';

export interface RolloutData {
  readonly status: RolloutStatus;
  readonly clusters: readonly ReviewedCluster[];
  readonly events: readonly RolloutEvent[];
}

/** Events on the page; JSON has all. */
const EVENTS = 100;
/** The same of clusters. */
const CLUSTERS = 200;

export function rolloutPage({ status, clusters, events }: RolloutData): Framed {
  const { rollout } = status;
  const accounts = pathTo({ kind: 'accounts', rollout });
  return framed({
    title: rolloutTitle(status),
    path: [{ href: '/', words: 'Fleet' }],
    state: html`${phaseVerdict(status, phaseWords(status))}${stateTiles(status.states, (state) => accounts + queryOf({ state }))}`,
    content: html`<p><a href="${accounts}">All accounts</a></p>
${rolloutEntries(status)}${waveTable(status, (wave, state) => accounts + queryOf({ wave, state }))}${clusterTable(rollout, clusters)}${eventsMarkup(events.slice(-EVENTS))}`,
    isLive: status.waitsFor !== null,
  });
}

function clusterTable(rollout: string, clusters: readonly ReviewedCluster[]): Markup {
  const rows = clusters.slice(0, CLUSTERS).map((cluster) => {
    const { shape, accounts, standing, actions, risks, severities } = cluster;
    const changes = Object.entries(actions).map(([action, many]) => `${many} x ${action}`);
    const members = pathTo({ kind: 'accounts', rollout }) + queryOf({ shape });
    return html`<tr><th scope="row"><a href="${pathTo({ kind: 'cluster', rollout, shape })}">${shape.slice(0, 8)}</a><td><a href="${members}">${accounts}</a><td>${standing}: ${STANDING_WORDS[standing]}<td>${changes.join(', ')}<td>${[...severities, ...risks].join(', ')}<td>${approverOf(cluster) ?? (standing === 'empty' ? 'not needed' : 'no')}`;
  });
  const left = clusters.length - rows.length;
  return html`<section aria-labelledby="clusters">
<h2 id="clusters">Clusters (${clusters.length})</h2>
<div class="scroll"><table><thead><tr><th scope="col">Cluster<th scope="col">Accounts<th scope="col">Standing<th scope="col">Changes of each<th scope="col">Risks<th scope="col">Approved by<tbody>${rows}</table></div>${left <= 0 ? NOTHING : html`<p class="soft">And ${left} smaller ones.</p>`}
</section>
`;
}
