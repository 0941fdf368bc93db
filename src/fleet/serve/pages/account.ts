/** The page of one account of a rollout: what became of it, its runs, and what they changed. */

import type { AppliedCall } from '../../../model/ledger.ts';
import { moment } from '../../../model/moment.ts';
import type { AccountRow } from '../../../model/rollout-status.ts';
import { html, type Markup, NOTHING } from '../../../report/html/markup.ts';
import { STATE_WORDS } from '../../../report/text/rollout-words.ts';
import { pathTo } from '../route.ts';
import { type Framed, framed } from './frame.ts';

export interface AccountData {
  readonly rollout: string;
  readonly account: AccountRow;
  readonly calls: readonly AppliedCall[];
}

export function accountPage({ rollout, account, calls }: AccountData): Framed {
  const { hubId, state, message } = account;
  const grade = state === 'failed' || state === 'uncertain' ? 'stop' : state === 'moved' ? 'warn' : 'go';
  return framed({
    title: `Account ${hubId}`,
    path: [
      { href: '/', words: 'Fleet' },
      { href: pathTo({ kind: 'rollout', rollout }), words: `Rollout ${rollout}` },
      { href: pathTo({ kind: 'accounts', rollout }), words: 'Accounts' },
    ],
    state: html`<p class="verdict ${grade}"><span class="s-${state}">${state}</span>: ${message ?? STATE_WORDS[state]}</p>`,
    content: html`<dl>${entries(rollout, account)}</dl>
<h2>Calls made by its runs (${calls.length})</h2>
${calls.length === 0 ? html`<p>None took effect.</p>` : callTable(calls)}`,
    isLive: state === 'running' || state === 'deferred' || state === 'approved',
  });
}

function entries(rollout: string, account: AccountRow): readonly Markup[] {
  const { app, labels, wave, shape, freshShape, attempts, workersLost, because, putOffUntil, worker, runs } = account;
  const cluster = (of: string): Markup =>
    html`<a href="${pathTo({ kind: 'cluster', rollout, shape: of })}">${of.slice(0, 8)}</a>`;
  const marks = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  const said: readonly (readonly [string, Markup | string | number | null])[] = [
    ['Reason', because],
    ['Wave', wave ?? 'in none'],
    ['Cluster', shape === null ? 'none: it has no plan' : cluster(shape)],
    [
      'Cluster of its last plan',
      freshShape === null || freshShape === shape ? null : html`<code>${freshShape.slice(0, 8)}</code>`,
    ],
    ['App', app],
    ['Labels', marks.length === 0 ? null : marks.join(', ')],
    ['Attempts', attempts],
    ['Workers that ended while they had it', workersLost === 0 ? null : workersLost],
    ['Put off until', putOffUntil === null ? null : moment(putOffUntil)],
    ['Worker', worker],
    ['Runs', runs.length === 0 ? null : html`<code>${runs.join(', ')}</code>`],
    ['Changed', account.changedAt === null ? null : moment(account.changedAt)],
  ];
  return said.map(([name, value]) => (value === null ? NOTHING : html`<dt>${name}<dd>${value}`));
}

function callTable(calls: readonly AppliedCall[]): Markup {
  const rows = calls.map(
    ({ at, method, path, covers, run }) =>
      html`<tr><th scope="row">${moment(at)}<td>${method} ${path}<td>${covers.join(', ')}<td>${run}`,
  );
  return html`<div class="scroll"><table><thead><tr><th scope="col">When<th scope="col">Call<th scope="col">What<th scope="col">Run<tbody>${rows}</table></div>
`;
}
