/**
 * Runs a call from request to response: authenticate, rate-limit, read, resolve, authorize, check, then execute in a
 * transaction.
 */

import type { Clock, NewId } from '../../contract/clock.ts';
import { defined } from '../../contract/defined.ts';
import { acceptsAppToken } from '../../contract/developer-keys.ts';
import { ENDPOINTS, type EndpointId } from '../../contract/endpoints.ts';
import { isAppToken } from '../../contract/token-forms.ts';
import { isUnavailable } from '../../database/unavailable.ts';
import type { Faults } from '../faults/faults.ts';
import type { FaultRule } from '../faults/rule.ts';
import type { Identity } from '../model/identity.ts';
import { bounded, Refusal, rateLimited, unavailable } from '../model/refusal.ts';
import { authenticate, authorize, bearerToken, resolvedParams } from '../oauth/authenticate.ts';
import { developerKeyHash, findDeveloperKey, refuseAppToken, withoutDeveloperKey } from '../oauth/developer-key.ts';
import { lockAccount } from '../store/accounts.ts';
import { updateRows } from '../store/rows.ts';
import type { Db } from '../store/tables.ts';
import { hashToken } from '../store/tokens.ts';
import type { Counted, Rate } from './rate.ts';
import { checkPath, parsedBody } from './request-body.ts';
import { CallerGone } from './request-text.ts';
import { routed } from './router.ts';
import { type Lags, rememberLists, seenLists } from './seen-lists.ts';

/** Parts of a running service. */
export interface PipelineContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly rate: Rate;
  readonly faults: Faults;
  readonly lags: Lags;
}

export interface ServiceRequest {
  readonly endpoint: EndpointId;
  /** Version in the path, `2026-03` or `v3`. Undefined if the path has no version. */
  readonly version: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  /** Reads the body. It is called only for callers that may send a body. Throws Refusal or CallerGone. */
  readonly read: () => Promise<string | undefined>;
}

/** A call that is there as a whole, or refused before. */
export type ReceivedRequest =
  | { readonly kind: 'whole'; readonly text: string | undefined }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'gone' };

export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if the reply has no body. */
  readonly body: unknown;
  readonly hubId: number | undefined;
  /** Undefined when the connection to the database broke during the commit. */
  readonly committed: boolean | undefined;
}

/**
 * Reads the body of a caller with a credential, and drops all other bodies. A complete body is acted on even if its
 * caller disconnects.
 */
export async function receive({ db, clock }: PipelineContext, request: ServiceRequest): Promise<ReceivedRequest> {
  try {
    await authenticateCaller(db, request, clock.now());
    return { kind: 'whole', text: await request.read() };
  } catch (error) {
    return error instanceof CallerGone ? { kind: 'gone' } : { kind: 'refused', refusal: convertToRefusal(error) };
  }
}

/** Credential of the call, and the identity of a token. A developer key has no identity. */
interface Caller extends Counted {
  readonly identity?: Identity;
}

/** Returns undefined if the call needs no credential. Throws a 401. `before` runs on the token first. */
async function authenticateCaller(
  db: Db,
  { endpoint, version, params, query, authorization }: ServiceRequest,
  now: number,
  before: (tokenHash: string) => Promise<void> = async () => undefined,
): Promise<Caller | undefined> {
  const { authorized } = ENDPOINTS[endpoint];
  if (authorized === false || (authorized === 'optional' && authorization === undefined)) return undefined;
  if (authorized === 'app') {
    const key = findDeveloperKey(query);
    if (key !== undefined) return { hash: await developerKeyHash(db, params['appId'] ?? '', key), isKey: false };
    if (!acceptsAppToken(version)) refuseAppToken(authorization);
  }
  const hash = hashToken(bearerToken(authorization));
  await before(hash);
  return { hash, isKey: isAppToken(bearerToken(authorization)), identity: await authenticate(db, hash, now) };
}

interface Acting {
  readonly text: string | undefined;
  readonly faults: readonly FaultRule[];
}

/** Never throws: a refusal and a failure are answers too. */
export async function respond(
  context: PipelineContext,
  request: ServiceRequest,
  acting: Acting,
): Promise<ServiceResponse> {
  let known: { readonly identity?: Identity; readonly headers: Readonly<Record<string, string>> } = { headers: {} };
  try {
    known = await admitted(context, request, acting.faults);
    const { status, body, headers } = await acted(context, request, { ...acting, identity: known.identity });
    const committed = ENDPOINTS[request.endpoint].effect !== 'read';
    return { status, body, headers: { ...known.headers, ...headers }, hubId: known.identity?.hubId, committed };
  } catch (error) {
    const refused = refusalResponse(convertToRefusal(error), context.newId());
    return {
      ...refused,
      headers: { ...known.headers, ...refused.headers },
      hubId: known.identity?.hubId,
      committed: error instanceof CommitLost ? undefined : false,
    };
  }
}

/** The response of a refusal: its body with a correlation id, which is in a header too. */
export function refusalResponse(
  refusal: Refusal,
  correlationId: string,
): Pick<ServiceResponse, 'status' | 'headers' | 'body'> {
  const headers = { ...refusal.headers, 'x-hubspot-correlation-id': correlationId };
  if (refusal.body === undefined) return { status: refusal.status, headers, body: undefined };
  const { message, ...rest } = bounded(refusal.body);
  return { status: refusal.status, headers, body: { status: 'error', message, correlationId, ...rest } };
}

/** Once more, and for good: the call may have waited, and its token run out. */
async function admitted(context: PipelineContext, request: ServiceRequest, faults: readonly FaultRule[]) {
  const now = context.clock.now();
  const expires = faults.some((fault) => fault.do === 'expire-token');
  const caller = await authenticateCaller(context.db, request, now, async (hash) => {
    if (expires) await updateRows(context.db, 'access_tokens', { hash }, { expires_at: now - 1000 });
  });
  if (caller === undefined) return { headers: {} };
  const { refused, headers } = context.rate.take(request.endpoint, caller, now);
  if (refused !== undefined) throw rateLimited(refused, headers);
  return { ...defined({ identity: caller.identity }), headers };
}

async function acted(
  context: PipelineContext,
  request: ServiceRequest,
  { text, faults, identity }: Acting & { readonly identity: Identity | undefined },
) {
  const { db, clock, newId } = context;
  const { endpoint, version } = request;
  const query = ENDPOINTS[endpoint].authorized === 'app' ? withoutDeveloperKey(request.query) : request.query;
  const now = clock.now();
  checkPath(request.params);
  const params = identity === undefined ? request.params : await resolvedParams(db, identity.hubId, request);
  if (identity !== undefined) authorize(identity, endpoint, params);
  const seen = seenLists(context, { hubId: identity?.hubId ?? 0, faults, now });
  const body = parsedBody(ENDPOINTS[endpoint].encoding, request.contentType, text);
  const batchState = faults.find((fault) => fault.do === 'batch')?.state;
  const duplicates = faults.some((fault) => fault.do === 'duplicate') ? 'taken' : 'refused';
  const leftOut = faults.some((fault) => fault.do === 'stale-update') ? 'earlier' : 'current';
  const raw = { params, query, body, identity, now, newId, version, ...seen, batchState, duplicates, leftOut } as const;
  const act = routed(endpoint, raw, faults);
  if (ENDPOINTS[endpoint].effect === 'read') return act(db);
  await rememberLists(context, { endpoint, params, hubId: identity?.hubId, now });
  return committed(db, async (transaction) => {
    if (identity !== undefined) await lockAccount(transaction, identity.hubId);
    return act(transaction);
  });
}

/** The connection to the database broke during a commit: whether the call happened is not known. */
class CommitLost extends Error {}

async function committed<T>(db: Db, act: (transaction: Db) => Promise<T>): Promise<T> {
  let committing = false;
  try {
    return await db.transaction().execute(async (transaction) => {
      const result = await act(transaction);
      committing = true;
      return result;
    });
  } catch (error) {
    throw committing && isUnavailable(error) ? new CommitLost('commit lost', { cause: error }) : error;
  }
}

/** Converts any error to a refusal. */
export function convertToRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof CommitLost || isUnavailable(error)) return unavailable();
  const message = error instanceof Error ? error.message : String(error);
  return new Refusal(500, { message: `The service failed: ${message}`, category: 'INTERNAL_ERROR' });
}
