/** The first page: all rollouts, newest first, and the workers. */

import { moment } from '../../../model/moment.ts';
import type { RolloutSummary, WorkerRow } from '../../../model/rollout-status.ts';
import { html, type Markup, NOTHING } from '../../../report/html/markup.ts';
import { stateBar, stateCounts } from '../../../report/html/rollout-parts.ts';
import { count } from '../../../report/text/layout.ts';
import { putBackWords } from '../../../report/text/rollout-words.ts';
import { pathTo } from '../route.ts';
import { type Framed, framed } from './frame.ts';

export interface FleetData {
  readonly rollouts: readonly RolloutSummary[];
  /** The last one here, where there are older ones. */
  readonly next: string | null;
  readonly workers: readonly WorkerRow[];
}

export function fleetPage({ rollouts, next, workers }: FleetData): Framed {
  const alive = workers.filter(({ lives }) => lives);
  const busy = alive.reduce((sum, { accounts }) => sum + accounts, 0);
  return framed({
    title: 'Fleet',
    path: [],
    state: html`<p class="verdict ${alive.length === 0 ? 'warn' : 'go'}"><span aria-hidden="true">${alive.length === 0 ? '▲' : '✓'}</span> ${alive.length === 0 ? 'No worker is running.' : `${count(alive.length, 'worker')} running, ${count(busy, 'account')} in hand.`}</p>`,
    content: html`<h2>Rollouts</h2>
${rollouts.length === 0 ? html`<p>There is none yet.</p>` : rolloutTable(rollouts)}${next === null ? NOTHING : html`<p><a href="/?after=${encodeURIComponent(next)}">Older rollouts</a></p>`}
${workers.length === 0 ? NOTHING : workerTable(workers)}`,
    isLive: true,
  });
}

function rolloutTable(rollouts: readonly RolloutSummary[]): Markup {
  const rows = rollouts.map((one) => {
    const { rollout, kind, phase, note, by, createdAt, states, revertedBy } = one;
    return html`<tr><th scope="row"><a href="${pathTo({ kind: 'rollout', rollout })}">${rollout}</a><td>${kind}<td>${note}<td>${phase}${revertedBy === null ? NOTHING : html`, <a href="${pathTo({ kind: 'rollout', rollout: revertedBy.rollout })}">${putBackWords(revertedBy)}</a>`}<td class="wide">${stateBar(states)}${stateCounts(states)}<td>${moment(createdAt)}${by === null ? '' : ` by ${by}`}`;
  });
  return html`<div class="scroll"><table><thead><tr><th scope="col">Rollout<th scope="col">Kind<th scope="col">Of<th scope="col">Phase<th scope="col">Accounts<th scope="col">Made<tbody>${rows}</table></div>
`;
}

function workerTable(workers: readonly WorkerRow[]): Markup {
  const rows = workers.map(
    ({ worker, lives, accounts }) =>
      html`<tr><th scope="row"><code>${worker}</code><td>${lives ? 'running' : 'gone'}<td>${accounts}`,
  );
  return html`<h2>Workers</h2>
<div class="scroll"><table><thead><tr><th scope="col">Worker<th scope="col">State<th scope="col">Accounts in hand<tbody>${rows}</table></div>
`;
}
