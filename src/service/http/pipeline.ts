/** One call from arrival to answer: authenticate, pace, read, resolve, authorize, check, then act in one transaction. */

import type { Clock, NewId } from '../../contract/clock.ts';
import { ENDPOINTS, type EndpointId } from '../../contract/endpoints.ts';
import { DEFAULT_LAG_MS, type FaultRule, type Faults } from '../faults/faults.ts';
import { changedList, type ReadLag } from '../faults/read-lag.ts';
import type { Identity } from '../model/identity.ts';
import { bounded, Refusal, rateLimited, unavailable } from '../model/refusal.ts';
import { authenticate, authorize, bearerHash, resolvedParams } from '../oauth/authenticate.ts';
import { lockAccount } from '../store/accounts.ts';
import { listProperties } from '../store/properties.ts';
import type { Db } from '../store/tables.ts';
import { expireAccessToken } from '../store/tokens.ts';
import { isUnavailable } from '../store/unavailable.ts';
import type { Rate } from './rate.ts';
import { checkPath, parsedBody } from './request-body.ts';
import { CallerGone } from './request-text.ts';
import { ROUTES } from './router.ts';

/** What a running service holds. */
export interface Engine {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly rate: Rate;
  readonly faults: Faults;
  readonly lag: ReadLag;
}

export interface Arrival {
  readonly endpoint: EndpointId;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  /** Reads the body; called only for callers who may send one. Throws Refusal or CallerGone. */
  readonly read: () => Promise<string | undefined>;
}

/** A call that is there as a whole, or refused before. */
export type Entered =
  | { readonly kind: 'whole'; readonly text: string | undefined }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'gone' };

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the reply has no body. */
  readonly body: unknown;
  readonly hubId: number | undefined;
  /** Undefined when the connection to the database broke during the commit. */
  readonly committed: boolean | undefined;
}

/**
 * Reads the body, for a caller with a token: of anyone else nothing is taken in. What is read here acts even if its caller goes away
 * afterwards.
 */
export async function enter({ db, clock }: Engine, arrival: Arrival): Promise<Entered> {
  try {
    if (ENDPOINTS[arrival.endpoint].authorized) {
      await authenticate(db, bearerHash(arrival.authorization), clock.now());
    }
    return { kind: 'whole', text: await arrival.read() };
  } catch (error) {
    return error instanceof CallerGone ? { kind: 'gone' } : { kind: 'refused', refusal: refusalOf(error) };
  }
}

interface Acting {
  readonly text: string | undefined;
  readonly faults: readonly FaultRule[];
}

/** Never throws: a refusal and a failure are answers too. */
export async function answer(engine: Engine, arrival: Arrival, acting: Acting): Promise<Answer> {
  let known: { readonly identity?: Identity; readonly headers: Readonly<Record<string, string>> } = { headers: {} };
  try {
    known = await admitted(engine, arrival, acting.faults);
    const { status, body } = await acted(engine, arrival, { ...acting, identity: known.identity });
    const committed = ENDPOINTS[arrival.endpoint].method !== 'GET';
    return { status, body, headers: known.headers, hubId: known.identity?.hubId, committed };
  } catch (error) {
    const refused = refusalAnswer(refusalOf(error), engine.newId());
    return {
      ...refused,
      headers: { ...known.headers, ...refused.headers },
      hubId: known.identity?.hubId,
      committed: error instanceof CommitLost ? undefined : false,
    };
  }
}

/** The answer of a refusal: its body with a correlation id, which is in a header too. */
export function refusalAnswer(refusal: Refusal, correlationId: string): Pick<Answer, 'status' | 'headers' | 'body'> {
  const { message, ...rest } = bounded(refusal.body);
  return {
    status: refusal.status,
    headers: { ...refusal.headers, 'x-hubspot-correlation-id': correlationId },
    body: { status: 'error', message, correlationId, ...rest },
  };
}

/** Once more, and for good: the call may have waited, and its token run out. */
async function admitted(engine: Engine, { endpoint, authorization }: Arrival, faults: readonly FaultRule[]) {
  if (!ENDPOINTS[endpoint].authorized) return { headers: {} };
  const now = engine.clock.now();
  const hash = bearerHash(authorization);
  if (faults.some((fault) => fault.do === 'expire-token')) await expireAccessToken(engine.db, hash, now - 1000);
  const identity = await authenticate(engine.db, hash, now);
  const { refused, headers } = engine.rate.take(endpoint, hash, now);
  if (refused) throw rateLimited(headers);
  return { identity, headers };
}

async function acted(
  engine: Engine,
  arrival: Arrival,
  { text, faults, identity }: Acting & { readonly identity: Identity | undefined },
) {
  const { db, clock, newId } = engine;
  const { endpoint, query } = arrival;
  const now = clock.now();
  checkPath(arrival.params);
  const params = identity === undefined ? arrival.params : await resolvedParams(db, identity.hubId, arrival.params);
  if (identity !== undefined) authorize(identity, endpoint, params);
  const propertiesOf = async (objectType: string) => {
    const hubId = identity?.hubId ?? 0;
    const lagging = faults.find((fault) => fault.do === 'read-lag');
    const older =
      lagging === undefined
        ? undefined
        : engine.lag.before({ hubId, objectType }, { now, ms: lagging.ms ?? DEFAULT_LAG_MS });
    return older ?? listProperties(db, hubId, objectType);
  };
  const body = parsedBody(ENDPOINTS[endpoint].encoding, arrival.contentType, text);
  const batchState = faults.find((fault) => fault.do === 'batch')?.state;
  const act = ROUTES[endpoint]({ params, query, body, identity, now, newId, propertiesOf, batchState });
  if (ENDPOINTS[endpoint].method === 'GET') return act(db);
  await rememberList(engine, { endpoint, params, hubId: identity?.hubId, now });
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

async function rememberList(
  { db, faults, lag }: Engine,
  {
    endpoint,
    params,
    hubId,
    now,
  }: {
    readonly endpoint: EndpointId;
    readonly params: Readonly<Record<string, string>>;
    readonly hubId: number | undefined;
    readonly now: number;
  },
): Promise<void> {
  const longest = faults.longestLag();
  const objectType = changedList(endpoint, params);
  if (longest === undefined || objectType === undefined || hubId === undefined) return;
  lag.remember({ hubId, objectType }, await listProperties(db, hubId, objectType), { now, longest });
}

/** The answer to whatever was thrown. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof CommitLost || isUnavailable(error)) return unavailable();
  const message = error instanceof Error ? error.message : String(error);
  return new Refusal(500, { message: `The service failed: ${message}`, category: 'INTERNAL_ERROR' });
}
