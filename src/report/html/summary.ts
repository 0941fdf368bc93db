/** The start of a plan's page: the account, whether it can be applied, the counts, and the expiry. */

import { moment } from '../../model/moment.ts';
import type { Plan } from '../../model/plan.ts';
import { refusalOf } from '../attention.ts';
import { terminalLine } from '../escape.ts';
import type { Face } from '../fix-ways.ts';
import { hostNotice } from '../host-notice.ts';
import { lossText, revertText, titleOf } from '../origin.ts';
import { isEmpty, knownText } from '../text/counts.ts';
import { findingCounts } from '../text/findings.ts';
import { count } from '../text/layout.ts';
import { NOT_READ } from '../text/unread.ts';
import { html, type Markup, NOTHING } from './markup.ts';

interface Verdict {
  readonly grade: 'go' | 'warn' | 'stop';
  readonly symbol: string;
  readonly words: string;
}

export function planTitle(plan: Plan): string {
  const { account } = plan;
  return `${titleOf(plan)}${account.hubId === null ? '' : ` (account ${account.hubId})`}`;
}

/** The service, if it is another one than the vendor's or than that of the ledger. */
export function planBanner(plan: Plan, face: Face): Markup {
  const parts = hostNotice(plan, face);
  if (parts.length === 0) return NOTHING;
  const words = parts.map(({ text, as }) => (as === 'code' ? html`<code>${terminalLine(text)}</code>` : text));
  return html`<p class="verdict stop"><span aria-hidden="true">▲</span> ${words}</p>
`;
}

/** `attention`: changes that need it. */
export function planHeader(plan: Plan, attention: number): Markup {
  const { grade, symbol, words } = verdictOf(plan, attention);
  const revert = isEmpty(plan) ? undefined : revertText(plan);
  return html`<p class="soft">${plan.account.baseUrl}, ${plan.account.surface} surface${plan.account.hubId === null ? ', account id unknown' : ''}</p>
<p class="verdict ${grade}"><span aria-hidden="true">${symbol}</span> ${words}</p>
${plan.complete ? NOTHING : html`<p class="verdict stop"><span aria-hidden="true">▲</span> ${NOT_READ}</p>`}
<p class="verdict stop" id="expired" data-expires="${plan.expiresAt}" hidden><span aria-hidden="true">▲</span> This plan has expired: apply refuses it. Make a new one.</p>
${tiles(plan)}
${revert === undefined ? NOTHING : html`<p>${revert}</p>`}
<dl>${entries(plan).map(([name, value]) => html`<dt>${name}<dd>${value}`)}</dl>`;
}

function verdictOf(plan: Plan, attention: number): Verdict {
  const refusal = refusalOf(plan);
  if (refusal !== undefined) return { grade: 'stop', symbol: '✖', words: `It cannot be applied as it is: ${refusal}.` };
  if (isEmpty(plan)) return { grade: 'go', symbol: '✓', words: 'Nothing to do: the account is as declared.' };
  if (attention > 0) {
    const words = `It can be applied; ${count(attention, 'change needs', 'changes need')} attention.`;
    return { grade: 'warn', symbol: '▲', words };
  }
  const losses = lossText(plan);
  if (losses !== undefined) return { grade: 'warn', symbol: '▲', words: `It can be applied; ${losses}.` };
  return { grade: 'go', symbol: '✓', words: 'It can be applied; nothing is lost.' };
}

function tiles({ summary }: Plan): Markup {
  const shown: readonly (readonly [number, string, string])[] = [
    [summary.create, 'create', 'to create'],
    [summary.update, 'update', 'to update'],
    [summary.remove, 'remove', 'to remove'],
    [summary.forget, 'forget', 'to forget'],
    [summary.blocked, 'blocked', 'blocked'],
    [summary.destructive, 'destructive', 'destructive'],
    [summary.keep, 'keep', 'unchanged'],
  ];
  return html`<ul class="tiles" aria-label="Counts">${shown.map(([amount, sign, words]) => (amount === 0 && sign !== 'keep' ? NOTHING : html`<li><b>${amount}</b><span class="s-${sign}">${words}</span></li>`))}</ul>`;
}

function entries(plan: Plan): readonly (readonly [string, Markup | string])[] {
  const { calls } = plan.summary;
  const consents = plan.allowed.map(({ risk, address }) => (address === undefined ? risk : `${risk} at ${address}`));
  return [
    ['Made', timeMarkup(plan.createdAt)],
    ['Valid until', timeMarkup(plan.expiresAt)],
    ['Calls', `${count(calls.read, 'read')} made, ${count(calls.write, 'write')} to make`],
    ...(plan.changes.length === 0 ? [] : [['Source', knownText(plan)] as const]),
    ...(plan.findings.length === 0 ? [] : [['Findings', findingCounts(plan.findings)] as const]),
    ...(plan.targets.length === 0 ? [] : [['Only', `${plan.targets.join(', ')} and what it depends on`] as const]),
    ...(consents.length === 0 ? [] : [['Consent given', consents.join(', ')] as const]),
    ...(plan.adopt.length === 0
      ? []
      : [['Recorded only', `${count(plan.adopt.length, 'resource')} already in the account as declared`] as const]),
  ];
}

function timeMarkup(iso: string): Markup {
  return html`<time datetime="${iso}">${moment(iso)}</time>`;
}
