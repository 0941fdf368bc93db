/** What a faulty call answers instead of the real reply. */

import { Refusal, unauthenticated } from '../model/refusal.ts';
import type { FaultRule } from './faults.ts';

const DEFAULT_STATUS = 503;
const PROXY_STATUS = 502;

/** How a call ends on the wire. */
export type WireEnd =
  | {
      readonly kind: 'send';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
    }
  | {
      readonly kind: 'half';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
    }
  | { readonly kind: 'drop' };

/** The refusal that a status fault stands for. */
export function faultRefusal(rule: FaultRule): Refusal {
  const status = rule.status ?? DEFAULT_STATUS;
  const headers: Record<string, string> =
    rule.retryAfter === undefined ? {} : { 'retry-after': String(rule.retryAfter) };
  if (status === 401) return new Refusal(status, unauthenticated().body, headers);
  if (status === 429) {
    return new Refusal(
      status,
      {
        message: 'You have reached your ten_secondly_rolling limit.',
        errorType: 'RATE_LIMIT',
        policyName: 'TEN_SECONDLY_ROLLING',
      },
      headers,
    );
  }
  const category = status >= 500 ? 'INTERNAL_ERROR' : 'VALIDATION_ERROR';
  return new Refusal(status, { message: `A fault rule answers this call with ${status}.`, category }, headers);
}

/** The page of a proxy in between: no JSON, no correlation id. */
export function proxyPage(rule: FaultRule): WireEnd {
  const status = rule.status ?? PROXY_STATUS;
  const text = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><hr>proxy</body></html>`;
  return { kind: 'send', status, headers: { 'content-type': 'text/html; charset=utf-8' }, text };
}

/** The reply with its end missing, so that it does not parse. */
export function brokenText(text: string): string {
  return text === '' ? '{"status":' : text.slice(0, Math.max(1, text.length - 1));
}
