/** The rolling rate limit: so many calls per token in the last interval (assumption A10). */

import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS, type EndpointId } from '../../contract/endpoints.ts';

export interface RateLimit {
  readonly max: number;
  readonly intervalMs: number;
}

export const DEFAULT_RATE: RateLimit = { max: 110, intervalMs: 10_000 };

export interface Rate {
  /** Counts a call. The headers go on every reply; a refused call is not counted. */
  take(
    endpoint: EndpointId,
    token: string,
    now: number,
  ): { readonly refused: boolean; readonly headers: Readonly<Record<string, string>> };
}

/** Association definitions are exempt, as with the public service. */
function isExempt(endpoint: EndpointId): boolean {
  const { version }: Endpoint = ENDPOINTS[endpoint];
  return version === 'associations' || ['updateAssociationLimits', 'purgeAssociationLimits'].includes(endpoint);
}

export function createRate(limit: RateLimit | false): Rate {
  const calls = new Map<string, number[]>();
  return {
    take(endpoint, token, now) {
      if (limit === false || isExempt(endpoint)) return { refused: false, headers: {} };
      const recent = (calls.get(token) ?? []).filter((at) => at > now - limit.intervalMs);
      const refused = recent.length >= limit.max;
      calls.set(token, refused ? recent : [...recent, now]);
      return {
        refused,
        headers: {
          'x-hubspot-ratelimit-max': String(limit.max),
          'x-hubspot-ratelimit-remaining': String(Math.max(0, limit.max - recent.length - (refused ? 0 : 1))),
          'x-hubspot-ratelimit-interval-milliseconds': String(limit.intervalMs),
        },
      };
    },
  };
}
