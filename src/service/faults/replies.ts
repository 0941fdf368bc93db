/** Builds the replies of faulty calls. */

import { canonicalObjectType } from '../../contract/object-types.ts';
import { propertyInUse } from '../model/in-use.ts';
import { Refusal, unauthenticated } from '../model/refusal.ts';
import type { FaultRule } from './rule.ts';

const DEFAULT_STATUS = 503;
const PROXY_STATUS = 502;

/** End of a call on the wire. */
export type WireEnd =
  | {
      readonly kind: 'send' | 'half';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
    }
  | { readonly kind: 'drop' };

/** Returns the refusal of a status fault. */
export function faultRefusal(rule: FaultRule): Refusal {
  const status = rule.status ?? DEFAULT_STATUS;
  const retryAfter = rule.retryAfter ?? (status === 477 ? MIGRATION_SECONDS : undefined);
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (status === 401) return new Refusal(status, unauthenticated().body, headers);
  if (status === 429) {
    const { policy = 'TEN_SECONDLY_ROLLING' } = rule;
    const message = `You have reached your ${policy.toLowerCase()} limit.`;
    return new Refusal(status, { message, errorType: 'RATE_LIMIT', policyName: policy }, headers);
  }
  const category = status >= 500 ? 'INTERNAL_ERROR' : 'VALIDATION_ERROR';
  const message = MESSAGES.get(status) ?? `A fault rule answers this call with ${status}.`;
  return new Refusal(status, { message, category }, headers);
}

/** Statuses that only this service has. */
const MESSAGES: ReadonlyMap<number, string> = new Map([
  [423, 'The account is locked. Wait at least 2 seconds before the next call.'],
  [437, 'A pair of object types can have at most 50 labels.'],
  [477, 'The account is being migrated to another data center. Try again after the time in Retry-After.'],
]);
const MIGRATION_SECONDS = 60;

/** The refusal of an archive whose property is in use, as if one form used it. */
export function inUseRefusal(params: Readonly<Record<string, string>>): Refusal {
  const objectType = canonicalObjectType(params['object_type'] ?? '');
  const uses = [{ parentType: 'FORM', parentName: 'A form of a fault rule' }];
  return propertyInUse(objectType, params['property_name'] ?? '', uses);
}

/** Returns the page of an intermediate proxy, which has neither JSON nor a correlation id. */
export function proxyPage(rule: FaultRule): WireEnd {
  const status = rule.status ?? PROXY_STATUS;
  const text = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><hr>proxy</body></html>`;
  return { kind: 'send', status, headers: { 'content-type': 'text/html; charset=utf-8' }, text };
}

/** The reply with its end missing, so that it does not parse. */
export function brokenText(text: string): string {
  return text === '' ? '{"status":' : text.slice(0, Math.max(1, text.length - 1));
}
