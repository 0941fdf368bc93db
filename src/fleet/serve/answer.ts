/** Answers one request of the status page: GET and HEAD alone, under names of ours alone, and every failure in words. */

import { TrueupError } from '../../errors.ts';
import { DatabaseError } from '../database/database.ts';
import { healthReply } from './health.ts';
import { metricsReply } from './metrics.ts';
import type { Serving } from './options.ts';
import { missingPage } from './pages/missing.ts';
import { type Asked, jsonReply, pageReply, type Reply, textReply, unlessSeen } from './reply.ts';
import { type Route, routeOf } from './route.ts';
import { shown } from './shown.ts';

/** Never throws. */
export async function answer(asked: Asked, serving: Serving): Promise<Reply> {
  if (!serving.hosts.admits(asked.host))
    return textReply('This name is not one of the status page. Allow it where the page is started.\n', 421);
  if (asked.method !== 'GET' && asked.method !== 'HEAD')
    return textReply('The status page only shows: GET and HEAD.\n', 405, { allow: 'GET, HEAD' });
  // No name of ours has a zero character, and no database takes one.
  const isPlain = asked.url.startsWith('/') && !/%00/.test(asked.url);
  const url = isPlain ? URL.parse(`http://localhost${asked.url}`) : null;
  const route = url === null ? undefined : routeOf(url.pathname);
  if (url === null || route === undefined) return missing(404, { message: 'There is no such page.' }, isApi(asked.url));
  try {
    return unlessSeen(await answerTo(route, url.searchParams, serving), asked);
  } catch (error) {
    return failure(error, route.kind === 'view' && route.as === 'json');
  }
}

async function answerTo(route: Route, query: URLSearchParams, serving: Serving): Promise<Reply> {
  switch (route.kind) {
    case 'health':
      return healthReply(serving);
    case 'metrics':
      return metricsReply(serving);
    case 'view':
      return shown(route.view, { ...serving, query, as: route.as });
  }
}

function failure(error: unknown, asJson: boolean): Reply {
  // What is no error of ours may hold anything.
  const known = error instanceof TrueupError ? error : undefined;
  const told =
    known === undefined ? { message: 'The page could not be made.' } : { code: known.code, message: known.message };
  return missing(statusOf(known), told, asJson);
}

function statusOf(error: TrueupError | undefined): number {
  if (error instanceof DatabaseError) return 503;
  if (error?.code === 'rollout-unknown' || error?.code === 'not-in-rollout') return 404;
  return error?.code === 'argument-invalid' ? 400 : 500;
}

interface Told {
  /** Where it is an error of ours. */
  readonly code?: string;
  readonly message: string;
}

function missing(status: number, told: Told, asJson: boolean): Reply {
  if (asJson) return jsonReply(told, status);
  const { page, policy } = missingPage(told.message);
  return pageReply(page, policy, status);
}

function isApi(url: string): boolean {
  return url.startsWith('/api/');
}
