/** The eight dated endpoints of webhook subscriptions and settings (interface 11.5). */

import { ownAppId, subscriptionReply } from '../data/app-subscriptions.ts';
import type { BatchError } from '../data/batch-reply.ts';
import { notFound } from '../model/refusal.ts';
import { deleteRows, findRow, listRows, saveRow, updateRows } from '../store/rows.ts';
import type { Db, SubscriptionRow } from '../store/tables.ts';
import type { Handler } from './handler.ts';

export const listSubscriptions: Handler<'listSubscriptions'> = async ({ db, identity, params }) => ({
  body: { results: (await readSubscriptions(db, ownAppId(identity, params.appId))).map(subscriptionReply) },
});

export const readSubscription: Handler<'readSubscription'> = async ({ db, identity, params }) => ({
  body: subscriptionReply(await existing(db, ownAppId(identity, params.appId), params.subscriptionId)),
});

export const updateSubscription: Handler<'updateSubscription'> = async ({ db, identity, params, body, now }) => {
  const row = await existing(db, ownAppId(identity, params.appId), params.subscriptionId);
  return { body: subscriptionReply(await activated({ db, now }, row, body.active)) };
};

export const deleteSubscription: Handler<'deleteSubscription'> = async ({ db, identity, params }) => {
  const row = await existing(db, ownAppId(identity, params.appId), params.subscriptionId);
  await deleteRows(db, 'subscriptions', { id: row.id });
  return { body: undefined };
};

/** An id that the app does not have is returned as an error (207). */
export const updateSubscriptions: Handler<'updateSubscriptions'> = async ({ db, identity, params, body, now }) => {
  const appId = ownAppId(identity, params.appId);
  const rows = new Map((await readSubscriptions(db, appId)).map((row) => [row.id, row]));
  const results: ReturnType<typeof subscriptionReply>[] = [];
  const errors: BatchError[] = [];
  for (const { id, active } of body.inputs) {
    const row = rows.get(id);
    if (row === undefined) {
      const { message } = unknown(String(id));
      errors.push({ status: 'error', category: 'OBJECT_NOT_FOUND', message, context: { id: [String(id)] } });
    } else results.push(subscriptionReply(await activated({ db, now }, row, active)));
  }
  const at = new Date(now).toISOString();
  const batch = { status: 'COMPLETE', results, startedAt: at, completedAt: at };
  if (errors.length === 0) return { body: batch };
  return { status: 207, body: { ...batch, numErrors: errors.length, errors } };
};

export const readWebhookSettings: Handler<'readWebhookSettings'> = async ({ db, identity, params }) => {
  return { body: await settingsReply(db, ownAppId(identity, params.appId)) };
};

export const setWebhookSettings: Handler<'setWebhookSettings'> = async ({ db, identity, params, body, now }) => {
  const appId = ownAppId(identity, params.appId);
  const { targetUrl, throttling } = body;
  const change = { target_url: targetUrl, most_requests: throttling.maxConcurrentRequests, updated_at: now };
  await saveRow(db, 'webhook_settings', { app_id: appId, created_at: now, ...change }, change);
  return { body: await settingsReply(db, appId) };
};

export const deleteWebhookSettings: Handler<'deleteWebhookSettings'> = async ({ db, identity, params }) => {
  if (!(await deleteRows(db, 'webhook_settings', { app_id: ownAppId(identity, params.appId) }))) throw noSettings();
  return { body: undefined };
};

function readSubscriptions(db: Db, appId: number): Promise<readonly SubscriptionRow[]> {
  return listRows(db, 'subscriptions', { app_id: appId });
}

async function existing(db: Db, appId: number, id: string): Promise<SubscriptionRow> {
  const row = (await readSubscriptions(db, appId)).find((subscription) => String(subscription.id) === id);
  if (row === undefined) throw unknown(id);
  return row;
}

async function activated(
  { db, now }: { readonly db: Db; readonly now: number },
  row: SubscriptionRow,
  active: boolean,
): Promise<SubscriptionRow> {
  const change = { active: active ? 1 : 0, updated_at: now };
  await updateRows(db, 'subscriptions', { id: row.id }, change);
  return { ...row, ...change };
}

function unknown(id: string) {
  return notFound(`The app has no subscription ${id}.`);
}

function noSettings() {
  return notFound('The app has no webhook settings.');
}

async function settingsReply(db: Db, appId: number) {
  const row = await findRow(db, 'webhook_settings', { app_id: appId });
  if (row === undefined) throw noSettings();
  const { target_url, most_requests, created_at, updated_at } = row;
  return {
    targetUrl: target_url,
    throttling: { maxConcurrentRequests: most_requests },
    createdAt: new Date(created_at).toISOString(),
    updatedAt: new Date(updated_at).toISOString(),
  };
}
