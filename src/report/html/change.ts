/** One change as an expandable row: what, where, at what risk, how it is known; inside why, by which call, and its fields. */

import { defined } from '../../contract/defined.ts';
import { KIND_WORDS } from '../../kinds/words.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import type { Action, Change } from '../../model/change.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { createsAgain, isCritical, overwritesDrift } from '../attention.ts';
import { fieldWords, reasonText } from '../text/change.ts';
import { overrideText, positionText } from '../text/position.ts';
import { basisWords, riskWords } from '../text/words.ts';
import { fieldTables, foreignMarkup, type Sides } from './fields.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import type { Row } from './tree.ts';

export interface ChangeRow {
  readonly change: Change;
  /** The calls that make it. */
  readonly calls: readonly PlannedCall[];
  /** Shown open. */
  readonly open: boolean;
  readonly now: number;
}

const SIDES: Readonly<Record<Action, Sides>> = {
  create: { before: 'In the account', after: 'After apply' },
  update: { before: 'In the account', after: 'After apply' },
  remove: { before: 'In the account', after: 'After apply' },
  forget: { before: 'In the ledger', after: 'After apply' },
  blocked: { before: 'In the account', after: 'Declared, not applied' },
  keep: { before: 'In the account', after: 'In the account' },
};

/** Blocked, lossy, or taking back what somebody did in the account: a change or a deletion. */
export function needsAttention(change: Change): boolean {
  return isCritical(change) || overwritesDrift(change) || createsAgain(change);
}

export function changeRow(input: ChangeRow): Row {
  const { change, open } = input;
  const attention = needsAttention(change);
  const group = groupOf(change);
  const classes = `row ${change.action} ${change.kind} ${change.risk}${attention ? ' attention' : ''}`;
  const row = html`<details class="${classes}"${open ? { markup: ' open' } : NOTHING}><summary><b class="s-${change.action}">${change.action}</b> <code>${change.address}</code> <i class="s-${change.risk}">${change.risk}</i> <i class="s-${change.basis}">${change.basis}</i></summary><div>${changeBody(input)}</div></details>
`;
  return { address: change.address, attention, row, ...defined({ group }) };
}

/** A group stands in its own branch, what belongs to one in that of the group it is declared in. */
function groupOf(change: Change): string | undefined {
  const { group } = KIND_WORDS[change.kind];
  if (group === 'none') return undefined;
  if ('part' in group) return groupNamed(change.address);
  const declared = change.dependsOn.map(groupNamed).find((name) => name !== undefined);
  if (declared !== undefined) return declared;
  const field = change.fields.find(({ field: name }) => name === group.field);
  return typeof field?.after === 'string' ? field.after : undefined;
}

/** The name of a group; undefined where the address is of another thing. */
function groupNamed(address: Address): string | undefined {
  const parsed = parseAddress(address);
  const group = parsed === undefined ? 'none' : KIND_WORDS[parsed.kind].group;
  return group !== 'none' && 'part' in group ? parsed?.parts[group.part] : undefined;
}

function changeBody({ change, calls, now }: ChangeRow): Markup {
  const risk = riskWords(change);
  const basis = basisWords(change, now) ?? 'read back from the account';
  const overrides = overrideText(change.overrides);
  return html`<p>${reasonText(change)}</p>${risk === undefined ? NOTHING : html`<p><strong class="s-${change.risk}">${risk}</strong></p>`}<dl>${change.provenance === undefined ? NOTHING : html`<dt>Written in<dd><code>${positionText(change.provenance)}</code>`}${overrides === undefined ? NOTHING : html`<dt>Overrides<dd>${overrides}`}<dt>Source<dd>${basis}${calls.map(callEntry)}${change.dependsOn.length === 0 ? NOTHING : html`<dt>Depends on<dd><code>${change.dependsOn.join(', ')}</code>`}</dl>
${fieldTables(change.fields, fieldWords(change), SIDES[change.action])}${change.foreign === undefined ? NOTHING : foreignMarkup(change.foreign)}`;
}

function callEntry(call: PlannedCall): Markup {
  return html`<dt>Call ${call.id}<dd><code>${call.method} ${call.path}</code> ${call.route}`;
}
