/** Parts of the page of a rollout: bars of waves, counts by state, groups of accounts, events. */

import { moment } from '../../model/moment.ts';
import type { AccountGroup, RolloutEvent } from '../../model/rollout-report.ts';
import type { AccountsByState, RolloutStatus } from '../../model/rollout-status.ts';
import { accountsIn, eventWords, groupTitle, statesIn, waveTimes } from '../text/rollout-words.ts';
import { html, type Markup, NOTHING } from './markup.ts';

/** A grade says more than a phase: whether a person has to do something. */
export function phaseVerdict(status: RolloutStatus, words: string): Markup {
  const { phase, waitsFor } = status;
  const isStuck =
    phase === 'stopped' || status.errorBudget.spent !== null || waitsFor?.what === 'worker' || phase === 'aborted';
  const needsSomebody = isStuck || ['approval', 'replan', 'start', 'person'].includes(waitsFor?.what ?? '');
  const isClean = (status.states.failed ?? 0) + (status.states.uncertain ?? 0) === 0;
  const [grade, symbol] = isStuck ? ['stop', '✖'] : needsSomebody || !isClean ? ['warn', '▲'] : ['go', '✓'];
  return html`<p class="verdict ${grade}"><span aria-hidden="true">${symbol}</span> ${words}</p>
`;
}

export function stateTiles(states: AccountsByState): Markup {
  return html`<ul class="tiles" aria-label="Accounts by state"><li><b>${accountsIn(states)}</b>accounts</li>${statesIn(
    states,
  ).map(([state, amount]) => html`<li><b>${amount}</b><span class="s-${state}">${state}</span></li>`)}</ul>
`;
}

export function waveTable(status: RolloutStatus): Markup {
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
export function groupsMarkup(groups: readonly AccountGroup[], row: (hubId: number) => Markup): Markup {
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

export function idList(hubIds: readonly number[], row: (hubId: number) => Markup): Markup {
  return html`${hubIds.map((hubId, at) => html`${at === 0 ? '' : ', '}${row(hubId)}`)}`;
}

export function eventsMarkup(events: readonly RolloutEvent[]): Markup {
  if (events.length === 0) return NOTHING;
  return html`<section aria-labelledby="events">
<h2 id="events">Events</h2>
<dl>${events.map((event) => html`<dt><time datetime="${event.at}">${moment(event.at)}</time><dd>${eventWords(event)}`)}</dl>
</section>
`;
}
