/** The client: a typed call for every endpoint, over retry(throttle(authorize(transport))). */

import type { Answer, ApiCall, Caller, CallOptions, TypedCall } from '../contract/calls.ts';
import type { Clock } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { type DeveloperKeys, findApp } from '../contract/developer-keys.ts';
import { ENDPOINTS, type EndpointId } from '../contract/endpoints.ts';
import type { Transport } from '../contract/http.ts';
import type { Quota } from '../contract/quota.ts';
import { type Scrubber, scrubbed } from '../contract/scrub.ts';
import { joinSignals } from '../contract/signals.ts';
import { DEFAULT_VERSIONS, type Versions } from '../contract/surfaces.ts';
import { requireOptions, UsageError } from '../errors.ts';
import { abortedError } from './abort.ts';
import { baseAddress } from './address.ts';
import { withDeveloperKey } from './app-calls.ts';
import { authorizing, type TokenSource } from './authorize.ts';
import { buildRequest, checkedValue } from './call.ts';
import { requireCall } from './check-call.ts';
import { type Random, steady, systemRandom } from './clock.ts';
import { type Exchange, exchanging } from './exchange.ts';
import { apiError } from './failure.ts';
import { type Carry, createTrail, type Job } from './job.ts';
import { patience, type Wait } from './patience.ts';
import { listSecrets, shownPath } from './redact.ts';
import { retrying } from './retry.ts';
import { wholeNumber } from './retry-after.ts';
import { throttling } from './throttle.ts';

export interface ClientOptions {
  /** https, or http to this machine. A path in it is kept as a prefix. */
  readonly baseUrl: string;
  /** Versions in the paths of the dated surface. The default is the first attested version of each resource. */
  readonly versions?: Versions | undefined;
  /** The caller has to close the transport. */
  readonly transport: Transport;
  /** Without tokens, only the token endpoints can be called. */
  readonly tokens?: TokenSource | undefined;
  /** Developer keys of apps, by app id. Calls of such an app use its key instead of a token. */
  readonly developerKeys?: DeveloperKeys | undefined;
  readonly clock: Clock;
  readonly userAgent?: string | undefined;
  /** Milliseconds per attempt (default: 30,000). */
  readonly timeoutMs?: number | undefined;
  /** Maximum attempts per call (default: 4). */
  readonly maxAttempts?: number | undefined;
  /** Returns an id for each call, which `onExchange` receives. The default is 1, 2, 3 and so on. */
  readonly callId?: (() => string) | undefined;
  /** Called for every attempt, for a log. The exchange contains no secret. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Maximum milliseconds that one call waits because the service asks for it or has a problem (default: 300,000). */
  readonly maxWaitMs?: number | undefined;
  /** Called for every wait that the service asks for. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
  /** Aborts every call and every wait. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Ends every wait. No write or retry begins afterwards. Calls in flight still get their reply, because the outcome of an aborted write would
   * be unknown. A later read has a single attempt, to determine the outcome of a write.
   */
  readonly stop?: AbortSignal | undefined;
  /**
   * Receives every token that is used, and removes secrets from errors and from replies about the account. The replies of the token
   * endpoints stay unchanged.
   */
  readonly redaction?: Scrubber | undefined;
  /** Jitter for retries (default: Math.random). */
  readonly random?: Random | undefined;
}

/** Safe to share: concurrent calls use the same rate limit and the same token. */
export interface Client extends Caller {
  /** @throws ApiError, TransportError, ContractError, AuthError; UsageError `call-invalid` if the call does not fit its endpoint */
  call<E extends EndpointId>(call: TypedCall<E>, options?: CallOptions): Promise<Answer<E>>;
  /**
   * Returns the remaining calls of the token's account for today, from the newest reply. Returns undefined if no reply contained the
   * number.
   */
  quota(): Quota | undefined;
}

/**
 * Throws UsageError `options-missing`, or for an invalid maxWaitMs. Throws UsageError or TransportError `insecure-address` for a base URL that
 * may not get a token.
 */
export function createClient(options: ClientOptions): Client {
  requireOptions('createClient', options, {
    baseUrl: 'the address of the service',
    transport: 'such as undiciTransport()',
    clock: 'such as systemClock',
  });
  const { transport, tokens } = options;
  const clock = steady(options.clock);
  const baseUrl = baseAddress(options.baseUrl);
  const exchange = exchanging({
    transport,
    clock,
    timeoutMs: options.timeoutMs ?? 30_000,
    onExchange: options.onExchange,
  });
  const { versions = DEFAULT_VERSIONS } = options;
  const callId = options.callId ?? counter();
  const calm = patience(options.maxWaitMs, options.onWait);
  const keys: DeveloperKeys = options.developerKeys ?? new Map();
  // The service counts the calls of each credential separately.
  const daily = dailyQuota(exchange);
  const byToken = throttling(authorizing(daily.carry, tokens, clock.now), clock, calm);
  const byKey = throttling(withDeveloperKey(exchange, keys, clock.now), clock, calm);
  const hasKey = ({ app }: Job): boolean => app !== undefined && keys.has(app);
  const carry = retrying((job) => (hasKey(job) ? byKey(job) : byToken(job)), {
    clock,
    random: options.random ?? systemRandom,
    patience: calm,
    maxAttempts: options.maxAttempts ?? 4,
  });

  const perform = async <E extends EndpointId>(
    call: ApiCall & { readonly endpoint: E },
    callOptions: CallOptions | undefined,
  ): Promise<Answer<E>> => {
    requireCall(call);
    const { endpoint } = call;
    const request = buildRequest(call, { baseUrl, versions, userAgent: options.userAgent ?? 'trueup' });
    const signal = joinSignals(options.signal, callOptions?.signal);
    const stop = joinSignals(options.stop, callOptions?.stop);
    const writes = ENDPOINTS[endpoint].effect !== 'read';
    if (signal?.aborted || (writes && stop?.aborted)) throw abortedError(endpoint, 'no');
    const trail = createTrail(listSecrets(call), options.redaction);
    const precheck = callOptions?.precheck;
    const app = findApp(call);
    const job = {
      call: callId(),
      endpoint,
      request,
      shownPath: shownPath(call, versions),
      signal,
      stop,
      trail,
      precheck,
      ...defined({ app }),
    };
    const reply = await carry(job);
    const attempts = trail.sent();
    if (reply.status < 200 || reply.status >= 300) {
      throw apiError({ endpoint, reply, attempts, inDoubt: trail.inDoubt(), now: clock.now(), scrub: trail.scrub });
    }
    const value = checkedValue(endpoint, reply, trail.scrub);
    return {
      status: reply.status,
      value: shownValue(endpoint, value, reply.body, options.redaction),
      attempts,
    };
  };

  return {
    quota: daily.last,
    // The types of an endpoint are narrower than the types of any call. buildRequest checks them again.
    call: <E extends EndpointId>(call: TypedCall<E>, callOptions?: CallOptions) =>
      perform<E>(call as ApiCall & { readonly endpoint: E }, callOptions),
    send: perform,
    read: async (call, callOptions) => {
      requireCall(call);
      // The compiler prevents writes here. This check does the same for untyped callers.
      if (ENDPOINTS[call.endpoint].effect !== 'read') {
        throw new UsageError('call-invalid', `${call.endpoint} is not a read.`, { hint: 'Use send or call.' });
      }
      return perform(call, callOptions);
    },
  };
}

/** Returns 1, 2, 3 and so on. */
function counter(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return String(last);
  };
}

/** Scrubs a value of the account, because it can contain a token that must never be shown. */
function shownValue<T>(endpoint: EndpointId, value: T, body: string, redaction: Scrubber | undefined): T {
  if (redaction === undefined || !ENDPOINTS[endpoint].authorized) return value;
  // Most replies contain neither secrets nor escapes, and are returned directly.
  const clean = redaction.scrub(body) === body && !/\\u00[2-7]/.test(body);
  return clean ? value : scrubbed(value, redaction.scrub);
}

interface DailyQuota {
  /** Returns the newest quota. Returns undefined if no reply contained it yet. */
  last(): Quota | undefined;
  readonly carry: Carry;
}

/** Remembers the daily quota of the newest reply that has its headers. Replies to OAuth tokens lack them (assumption A70). */
function dailyQuota(next: Carry): DailyQuota {
  let last: Quota | undefined;
  return {
    last: () => last,
    carry: async (job) => {
      const reply = await next(job);
      const remaining = wholeNumber(reply.headers['x-hubspot-ratelimit-daily-remaining'], 0);
      const limit = wholeNumber(reply.headers['x-hubspot-ratelimit-daily'], 1);
      if (remaining !== undefined) last = { remaining, ...defined({ limit }) };
      return reply;
    },
  };
}
