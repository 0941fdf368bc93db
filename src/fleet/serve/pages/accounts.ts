/** The page of accounts of a rollout: what is asked for in a form, a hundred at a time. */

import { FAILED_FOR, TARGET_STATES } from '../../../model/rollout.ts';
import type { AccountRow, ReviewedCluster, RolloutStatus } from '../../../model/rollout-status.ts';
import { html, type Markup, NOTHING } from '../../../report/html/markup.ts';
import { type Filter, queryOf } from '../filter.ts';
import { pathTo } from '../route.ts';
import { type Framed, framed } from './frame.ts';

export interface AccountsData {
  readonly status: RolloutStatus;
  readonly clusters: readonly ReviewedCluster[];
  readonly filter: Filter;
  readonly accounts: readonly AccountRow[];
  /** The last one here, where there are more. */
  readonly next: number | null;
}

export function accountsPage({ status, clusters, filter, accounts, next }: AccountsData): Framed {
  const { rollout } = status;
  const here = pathTo({ kind: 'accounts', rollout });
  const { after, ...whole } = filter;
  return framed({
    title: `Accounts of rollout ${rollout}`,
    path: [
      { href: '/', words: 'Fleet' },
      { href: pathTo({ kind: 'rollout', rollout }), words: `Rollout ${rollout}` },
    ],
    state: formMarkup(here, { status, clusters, filter }),
    content: html`<p role="status">${saidOf(accounts, next, after)}</p>
${accounts.length === 0 ? NOTHING : tableOf(rollout, accounts)}<p>${after === undefined ? NOTHING : html`<a href="${here}${queryOf(whole)}">First page</a> `}${next === null ? NOTHING : html`<a rel="next" href="${here}${queryOf({ ...filter, after: next })}">Next page</a>`}</p>`,
    isLive: false,
  });
}

function saidOf(accounts: readonly AccountRow[], next: number | null, after: number | undefined): string {
  if (accounts.length === 0) return after === undefined ? 'No account is so.' : 'There are no more.';
  const from = after === undefined ? '' : ` after ${after}`;
  return next === null
    ? `${accounts.length} shown${from}; these are all.`
    : `${accounts.length} shown${from}; there may be more.`;
}

type Choice = readonly [value: string, words: string];

function formMarkup(
  here: string,
  { status, clusters, filter }: Pick<AccountsData, 'status' | 'clusters' | 'filter'>,
): Markup {
  const waves = status.waves.map(({ wave, takes }): Choice => [String(wave), `${wave} (${takes})`]);
  const shapes = clusters.map(({ shape, accounts }): Choice => [shape, `${shape.slice(0, 8)} (${accounts})`]);
  const same = (values: readonly string[]): readonly Choice[] => values.map((value) => [value, value]);
  return html`<form class="pick" method="get" action="${here}">
${choiceOf('state', 'State', same(TARGET_STATES), filter.state)}${choiceOf('wave', 'Wave', waves, filter.wave)}${choiceOf('cluster', 'Cluster', shapes, filter.shape)}${choiceOf('because', 'Reason', same(FAILED_FOR), filter.because)}<label>Account id <input name="account" inputmode="numeric" pattern="[0-9]*" value="${filter.hubId ?? ''}"></label>
<button>Show</button> <a href="${here}">Clear</a>
</form>
`;
}

function choiceOf(
  name: string,
  words: string,
  choices: readonly Choice[],
  chosen: string | number | undefined,
): Markup {
  const options = choices.map(
    ([value, text]) =>
      html`<option value="${value}"${String(chosen) === value ? { markup: ' selected' } : undefined}>${text}</option>`,
  );
  return html`<label>${words} <select name="${name}"><option value="">any</option>${options}</select></label>
`;
}

function tableOf(rollout: string, accounts: readonly AccountRow[]): Markup {
  const rows = accounts.map(
    ({ hubId, state, wave, shape, because, message, attempts, app }) =>
      html`<tr><th scope="row"><a href="${pathTo({ kind: 'account', rollout, hubId })}">${hubId}</a><td><span class="s-${state}">${state}</span><td>${because ?? ''}<td>${wave ?? 'none'}<td>${shape === null ? 'none' : html`<a href="${pathTo({ kind: 'cluster', rollout, shape })}">${shape.slice(0, 8)}</a>`}<td>${app}<td>${attempts}<td class="wide">${message ?? ''}`,
  );
  return html`<div class="scroll"><table><thead><tr><th scope="col">Account<th scope="col">State<th scope="col">Reason<th scope="col">Wave<th scope="col">Cluster<th scope="col">App<th scope="col">Attempts<th scope="col">Message<tbody>${rows}</table></div>
`;
}
