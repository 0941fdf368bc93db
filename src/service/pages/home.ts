/** The page at `/`: tables of the contents of one account and of the last calls, for people who try the service. */

import type { FastifyInstance } from 'fastify';
import { type SnapshotObjectType, takeSnapshot } from '../data/snapshot.ts';
import { inOrder } from '../data/stage-order.ts';
import type { CallContext } from '../http/handle-call.ts';
import type { StoredPipeline } from '../model/pipeline.ts';
import type { StoredProperty } from '../model/property.ts';
import { listRows } from '../store/rows.ts';
import { type Html, html, page, pageHeaders } from './html.ts';

const SHOWN_CALLS = 50;

export function addHomePage(app: FastifyInstance, context: CallContext): void {
  app.get('/', async (request, reply) => {
    const { hubId } = request.query as { readonly hubId?: string };
    const accounts = await listRows(context.db, 'accounts', {});
    const account = hubId === undefined ? accounts[0] : accounts.find(({ hub_id }) => String(hub_id) === hubId);
    const links = accounts.map(({ hub_id, domain }) => html`<a href="/?hubId=${hub_id}">${hub_id} ${domain}</a> `);
    const calls = context.calls.last(SHOWN_CALLS).toReversed();
    const content = html`<h1>trueup embedded service</h1>
<p>Reload to refresh.</p>
<nav aria-label="Accounts">${links}</nav>
<main>${account === undefined ? html`<p>This account does not exist.</p>` : await sections(context, account.hub_id)}
<h2>Last calls</h2>
<p>${context.calls.count()} so far, newest first.</p>
${table(calls.map(({ endpoint, body, ...call }) => ({ ...call, faults: call.faults.join(', ') })))}</main>`;
    return reply.headers(pageHeaders()).send(page('trueup embedded service', content));
  });
}

async function sections({ db }: CallContext, hubId: number): Promise<Html> {
  const {
    hubId: id,
    domain,
    objectTypes,
    properties,
    archivedProperties,
    pipelines,
    ...others
  } = await takeSnapshot(db, hubId);
  const contents = {
    objectTypes: shownTypes(objectTypes),
    properties: renderProperties(properties),
    archivedProperties: renderProperties(archivedProperties),
    pipelines: shownPipelines(pipelines),
    ...others,
  };
  return html`<h2>Account ${id}, ${domain}</h2>
${Object.entries(contents).map(([name, content]) => section(name, content))}`;
}

/** Selects the columns of the table: a stored property has more members than fit on a screen. */
function renderProperties(properties: Readonly<Record<string, readonly StoredProperty[]>>) {
  const rows = Object.entries(properties).map(([objectType, ofType]) => [
    objectType,
    ofType.map(({ name, label, groupName, type, fieldType, options, validation, serviceDefined }) => {
      const values = options.map(({ value, hidden }) => (hidden ? `${value} (hidden)` : value)).join(', ');
      const rules = validation.map(({ ruleType, ruleArguments }) => [ruleType, ...ruleArguments].join(' ')).join('; ');
      return { name, label, groupName, type, fieldType, options: values, validation: rules, serviceDefined };
    }),
  ]);
  return Object.fromEntries(rows);
}

/** Shows labels and lists of properties as texts. */
function shownTypes(types: readonly SnapshotObjectType[]) {
  return types.map(({ labels, secondaryDisplayProperties, requiredProperties, searchableProperties, ...type }) => ({
    ...type,
    labels: `${labels.singular}, ${labels.plural}`,
    secondaryDisplayProperties: secondaryDisplayProperties.join(', '),
    requiredProperties: requiredProperties.join(', '),
    searchableProperties: searchableProperties.join(', '),
  }));
}

/** Shows the stages of a pipeline in one cell, in the order in which the account shows them. */
function shownPipelines(pipelines: Readonly<Record<string, readonly StoredPipeline[]>>) {
  const rows = Object.entries(pipelines).map(([objectType, ofType]) => [
    objectType,
    ofType.map(({ id, label, displayOrder, stages }) => {
      const texts = inOrder(stages).map(
        (stage) => `${stage.id} (${stage.label}, ${Object.values(stage.metadata).join(', ')})`,
      );
      return { id, label, displayOrder, stages: texts.join('; ') };
    }),
  ]);
  return Object.fromEntries(rows);
}

type Rows = readonly object[];

/** A list is one table. Lists by name, such as properties by object type, are a table for each name. */
function section(name: string, content: Rows | Readonly<Record<string, Rows>>): Html {
  const title = html`<h2>${name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}</h2>`;
  if (isList(content)) return html`${title}${table(content)}`;
  return html`${title}${Object.entries(content)
    .filter(([, rows]) => rows.length > 0)
    .map(([key, rows]) => html`<details><summary>${key}: ${rows.length}</summary>${table(rows)}</details>`)}`;
}

function isList(content: object): content is Rows {
  return Array.isArray(content);
}

/** The members of the rows are the columns. */
function table(rows: Rows): Html {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (rows.length === 0) return html`<p>None.</p>`;
  return html`<div class="table"><table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map((column) => html`<td>${cellText(Object(row)[column])}</td>`)}</tr>`)}</tbody></table></div>`;
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
