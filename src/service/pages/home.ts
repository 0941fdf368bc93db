/** The page at `/`: one account's contents and the last calls, for people who try the service. */

import type { AccountSnapshot } from '../data/snapshot.ts';
import type { RecordedCall } from '../http/recorded-calls.ts';
import type { AccountRow } from '../store/tables.ts';
import { propertyTable, schemaSection } from './home-schema.ts';
import { type Html, html, page } from './html.ts';
import { table } from './table.ts';

export const SHOWN_CALLS = 50;

export interface Home {
  readonly accounts: readonly AccountRow[];
  readonly chosen: AccountSnapshot | undefined;
  /** The newest, in order. */
  readonly calls: readonly RecordedCall[];
  /** How many there were. */
  readonly count: number;
}

export function homePage({ accounts, chosen, calls, count }: Home): string {
  return page(
    'trueup embedded service',
    html`<header><h1>trueup embedded service</h1>
<p class="soft">Everything in the service right now. Reload to refresh.</p></header>
<nav aria-label="Accounts">${accounts.map((account) => accountLink(account, chosen))}</nav>
${chosen === undefined ? html`<p>This account does not exist.</p>` : accountSections(chosen)}
${callSection(calls, count)}`,
  );
}

function accountLink({ hub_id, domain }: AccountRow, chosen: AccountSnapshot | undefined): Html {
  const current = hub_id === chosen?.hubId ? html` aria-current="page"` : undefined;
  return html`<a href="/?hubId=${hub_id}"${current}>${hub_id} <span>${domain}</span></a>`;
}

function accountSections(account: AccountSnapshot): Html {
  const { hubId, domain, subscriptions, eventProperties, limits, timelineEvents, contacts } = account;
  return html`<main><h2>Account ${hubId}, ${domain}</h2>
${schemaSection(account)}
<h2>Webhook subscriptions</h2>
${table(
  ['id', 'app', 'event type', 'property', 'object type', 'active', 'created'],
  subscriptions.map((row) => [
    row.id,
    row.appId,
    row.eventType,
    row.propertyName,
    row.objectTypeId,
    yesNo(row.active),
    row.createdAt,
  ]),
)}
<h2>Event definitions</h2>
${Object.entries(eventProperties).map(
  ([name, properties]) =>
    html`<details open><summary>${name}</summary><div>${propertyTable(properties)}</div></details>`,
)}
<h2>Association limits</h2>
${table(
  ['from', 'to', 'category', 'type id', 'most'],
  limits.map((row) => [row.from, row.to, row.category, row.typeId, row.maxToObjectIds]),
)}
<h2>Timeline events</h2>
${table(
  ['template', 'id', 'record', 'through', 'when', 'body'],
  timelineEvents.map((event) => [
    event.eventTemplateId,
    event.id,
    `${event.objectType} ${event.objectId}`,
    event.via,
    event.timestamp,
    html`<code>${JSON.stringify(event.body)}</code>`,
  ]),
)}
<h2>Contacts named by events</h2>
${table(
  ['id', 'email'],
  contacts.map((contact) => [contact.objectId, contact.email ?? undefined]),
)}
</main>`;
}

function callSection(calls: readonly RecordedCall[], count: number): Html {
  return html`<h2>Last calls</h2>
<p class="soft">${count} so far, newest first.</p>
${table(
  ['', 'account', 'method', 'path', 'status', 'committed', 'faults'],
  calls
    .toReversed()
    .map((call) => [
      call.sequence,
      call.hubId,
      call.method,
      html`<code>${call.path}</code>`,
      statusOf(call),
      call.committed === undefined ? 'unknown' : yesNo(call.committed),
      call.faults.join(', '),
    ]),
)}`;
}

function statusOf({ status }: RecordedCall): Html {
  if (status === undefined) return html`<span class="bad">no reply</span>`;
  return status < 400 ? html`<span class="good">${status}</span>` : html`<span class="bad">${status}</span>`;
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
