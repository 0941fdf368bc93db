/** One call from arrival to answer: authenticate, pace, resolve, authorize, check, then act in one transaction. */

import type { Clock, NewId } from '../contract/clock.ts';
import { ENDPOINTS, type EndpointId } from '../contract/endpoints.ts';
import { authenticate, authorize, bearerHash, resolvedParams } from './authenticate.ts';
import { DEFAULT_LAG_MS, type FaultRule, type Faults } from './faults.ts';
import type { Identity } from './handler.ts';
import type { Rate } from './rate.ts';
import { changedList, type ReadLag } from './read-lag.ts';
import { Refusal, rateLimited } from './refusal.ts';
import { parsedBody } from './request-body.ts';
import { ROUTES } from './router.ts';
import { lockAccount } from './store/accounts.ts';
import { listProperties } from './store/properties.ts';
import type { Db } from './store/tables.ts';
import { expireAccessToken } from './store/tokens.ts';

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
  readonly text: string | undefined;
  readonly faults: readonly FaultRule[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the reply has no body. */
  readonly body: unknown;
  readonly hubId: number | undefined;
  readonly committed: boolean;
}

/** Never throws: a refusal and a failure are answers too. */
export async function answer(engine: Engine, arrival: Arrival): Promise<Answer> {
  let known: { readonly identity?: Identity; readonly headers: Readonly<Record<string, string>> } = { headers: {} };
  try {
    known = await admitted(engine, arrival);
    const { status, body } = await acted(engine, arrival, known.identity);
    const committed = ENDPOINTS[arrival.endpoint].method !== 'GET';
    return { status, body, headers: known.headers, hubId: known.identity?.hubId, committed };
  } catch (error) {
    const refusal = error instanceof Refusal ? error : failure(error);
    const refused = refusalAnswer(refusal, engine.newId());
    return {
      ...refused,
      headers: { ...known.headers, ...refused.headers },
      hubId: known.identity?.hubId,
      committed: false,
    };
  }
}

/** The answer of a refusal: its body with a correlation id, which is in a header too. */
export function refusalAnswer(refusal: Refusal, correlationId: string): Pick<Answer, 'status' | 'headers' | 'body'> {
  const { message, ...rest } = refusal.body;
  return {
    status: refusal.status,
    headers: { ...refusal.headers, 'x-hubspot-correlation-id': correlationId },
    body: { status: 'error', message, correlationId, ...rest },
  };
}

async function admitted(engine: Engine, { endpoint, authorization, faults }: Arrival) {
  if (!ENDPOINTS[endpoint].authorized) return { headers: {} };
  const now = engine.clock.now();
  const hash = bearerHash(authorization);
  if (faults.some((fault) => fault.do === 'expire-token')) await expireAccessToken(engine.db, hash, now - 1000);
  const identity = await authenticate(engine.db, hash, now);
  const { refused, headers } = engine.rate.take(endpoint, hash, now);
  if (refused) throw rateLimited(headers);
  return { identity, headers };
}

async function acted(engine: Engine, arrival: Arrival, identity: Identity | undefined) {
  const { db, clock, newId } = engine;
  const { endpoint, query } = arrival;
  const now = clock.now();
  const params = identity === undefined ? arrival.params : await resolvedParams(db, identity.hubId, arrival.params);
  if (identity !== undefined) authorize(identity, endpoint, params);
  const propertiesOf = async (objectType: string) => {
    const hubId = identity?.hubId ?? 0;
    const lagging = arrival.faults.find((fault) => fault.do === 'read-lag');
    const older =
      lagging === undefined
        ? undefined
        : engine.lag.before({ hubId, objectType }, { now, ms: lagging.ms ?? DEFAULT_LAG_MS });
    return older ?? listProperties(db, hubId, objectType);
  };
  const body = parsedBody(ENDPOINTS[endpoint].encoding, arrival.contentType, arrival.text);
  const act = ROUTES[endpoint]({ params, query, body, identity, now, newId, propertiesOf });
  if (ENDPOINTS[endpoint].method === 'GET') return act(db);
  await rememberList(engine, { endpoint, params, hubId: identity?.hubId, now });
  return db.transaction().execute(async (transaction) => {
    if (identity !== undefined) await lockAccount(transaction, identity.hubId);
    return act(transaction);
  });
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

function failure(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  return new Refusal(500, { message: `The service failed: ${message}`, category: 'INTERNAL_ERROR' });
}
