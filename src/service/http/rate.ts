/** The rate limits: so many calls per token in the last interval (assumption A10), and so many a day per key. */

import { ENDPOINTS, type EndpointId } from '../../contract/endpoints.ts';
import { UTC_OFFSET_MS } from '../model/account-time.ts';

export interface RateLimit {
  readonly max: number;
  readonly intervalMs: number;
  /** Calls of a private app's token or a service key in a day of the account; 250,000 when left out. */
  readonly daily?: number | undefined;
}

export const DEFAULT_RATE: RateLimit = { max: 110, intervalMs: 10_000 };

/** Daily calls of a small account (assumption A70). */
const DAILY = 250_000;

/** The caller of a call. */
export interface Counted {
  /** The hash of the credential. */
  readonly hash: string;
  /** A private app's token or a service key. */
  readonly isKey: boolean;
}

export interface Rate {
  /** Counts a call, unless it is refused. Returns the headers of its reply. */
  take(
    endpoint: EndpointId,
    caller: Counted,
    now: number,
  ): {
    readonly refused: 'TEN_SECONDLY_ROLLING' | 'DAILY' | undefined;
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** Association definitions are exempt from the interval, as with the public service. The number of labels is not. */
function isExempt(endpoint: EndpointId): boolean {
  return ENDPOINTS[endpoint].path.startsWith('/crm/associations/');
}

export function createRate(limit: RateLimit | false): Rate {
  const calls = new Map<string, number[]>();
  const days = new Map<string, { readonly day: number; readonly count: number }>();
  return {
    take(endpoint, { hash, isKey }, now) {
      if (limit === false) return { refused: undefined, headers: {} };
      const exempt = isExempt(endpoint);
      const recent = (calls.get(hash) ?? []).filter((at) => at > now - limit.intervalMs);
      const day = countDays(now);
      const kept = days.get(hash);
      const today = kept?.day === day ? kept.count : 0;
      const most = limit.daily ?? DAILY;
      const refused =
        isKey && today >= most ? 'DAILY' : !exempt && recent.length >= limit.max ? 'TEN_SECONDLY_ROLLING' : undefined;
      const counted = refused === undefined ? 1 : 0;
      if (!exempt) calls.set(hash, counted === 1 ? [...recent, now] : recent);
      if (isKey) days.set(hash, { day, count: today + counted });
      return {
        refused,
        headers: {
          ...(exempt ? {} : intervalHeaders(limit, recent.length + counted)),
          ...(isKey ? dailyHeaders(most, today + counted) : {}),
        },
      };
    },
  };
}

/** Days begin at midnight in the time zone of the account. */
function countDays(now: number): number {
  return Math.floor((now + UTC_OFFSET_MS) / 86_400_000);
}

function intervalHeaders({ max, intervalMs }: RateLimit, used: number): Readonly<Record<string, string>> {
  return {
    'x-hubspot-ratelimit-max': String(max),
    'x-hubspot-ratelimit-remaining': String(Math.max(0, max - used)),
    'x-hubspot-ratelimit-interval-milliseconds': String(intervalMs),
  };
}

function dailyHeaders(most: number, used: number): Readonly<Record<string, string>> {
  return {
    'x-hubspot-ratelimit-daily': String(most),
    'x-hubspot-ratelimit-daily-remaining': String(Math.max(0, most - used)),
  };
}
