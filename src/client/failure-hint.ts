/** Hints for HTTP failures, one sentence for each case. */

import type { EffectClass, Endpoint } from '../contract/endpoint.ts';
import type { HttpReply } from '../contract/http.ts';
import { formatAnyScope } from '../contract/scopes.ts';
import { spanText } from './patience.ts';
import { findPolicy, retryAfter } from './retry-after.ts';

/** Common members of failure bodies. */
export interface FailureFacts {
  readonly message: string | undefined;
  readonly category: string | undefined;
  readonly subCategory: string | undefined;
  readonly codes: readonly string[];
  readonly correlationId: string | undefined;
  readonly requiredScopes: readonly string[];
}

export interface HintInput {
  readonly reply: HttpReply;
  readonly facts: FailureFacts;
  readonly now: number;
  /** True if the body was not a JSON object. */
  readonly page: boolean;
  /** True if another program may have answered a write. */
  readonly foreign: boolean;
  readonly effect: EffectClass;
}

/** Hints by the category of the reply. It is a map, because a reply could contain the name of a member of every object. */
const OAUTH_HINTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    BAD_REFRESH_TOKEN:
      'The refresh token is deleted, mistyped or for another app: check it with the client id and secret, or log in again.',
    BAD_AUTH_CODE: 'A code works only once and only for a few minutes: start the login again.',
    EXPIRED_AUTH_CODE: 'A code works only once and only for a few minutes: start the login again.',
    BAD_CLIENT_ID: "Check the client id in the app's settings.",
    BAD_CLIENT_SECRET: "Check the client secret in the app's settings.",
    MISMATCH_REDIRECT_URI: 'Use the same redirect address at login and exchange, and register it in the app.',
    BAD_REDIRECT_URI: 'Use the same redirect address at login and exchange, and register it in the app.',
    invalid_grant: 'The code or refresh token is no longer valid: log in again.',
  }),
);

/** Returns undefined if the message of the service says enough. */
export function findHint({ reply, facts, now, page, foreign, effect }: HintInput): string | undefined {
  const oauth = facts.category === undefined ? undefined : OAUTH_HINTS.get(facts.category);
  if (oauth !== undefined) return oauth;
  if (foreign) return ANOTHER_PROGRAM;
  if (effect === 'token' && (reply.status === 400 || reply.status === 401)) return NO_GRANT;
  switch (reply.status) {
    case 401:
      return 'The token is expired, revoked or for another base URL: pass a new token.';
    case 403:
      return scopeHint(facts.requiredScopes);
    case 404:
      return 'It is not in this account, or the token is denied access to it: check the name and the account.';
    case 409:
      return 'It exists already: read it back, or adopt it.';
    case 413:
    case 414:
      return 'The request is too large: send it in smaller parts.';
    case 423:
      return 'Another change holds a lock on it. Such locks last about two seconds, so run again.';
    case 429:
      return rateHint(reply, now);
    case 437:
      return 'The account has all the labels this pair of object types may have: remove one first.';
    case 477:
      return `The account is being moved to another data centre: run again ${when(reply, now)}.`;
    default:
      return inUseHint(reply) ?? otherHint(reply, page, effect);
  }
}

/**
 * Returns the hint for a refused removal of a property, a group or a stage. Searches the whole body, because one of the codes is inside the message
 * (interface 11.2, 11.3, 11.9).
 */
function inUseHint({ status, body }: HttpReply): string | undefined {
  if (status !== 400) return undefined;
  if (body.includes('PropertyGroupError.GROUP_WITH_ACTIVE_PROPERTIES'))
    return 'Move its properties to another group, or archive them, first.';
  if (body.includes('STAGE_ID_IN_USE')) return 'Move the records of the stage to another stage, in the account, first.';
  return body.includes('PropertyValidationError.CANNOT_DELETE_PROPERTY_IN_USE')
    ? 'Remove it from what uses it, in the account, first.'
    : undefined;
}

/** The dated surface does not tell which of these causes applies (interface 11.1). */
const NO_GRANT =
  'Check the client id, the client secret, and the code or refresh token; if they are right, log in again.';

/** Returns the hint for a path that does not exist. */
export function goneHint(surface: Endpoint['surface']): string {
  return surface === 'documented'
    ? 'The service no longer has this path, or the base URL is wrong. Paths of the documented surface end from 2027-02-16 on. Set `surface: dated` for the account. TRUEUP_SURFACE=dated counts only if the account names no surface.'
    : 'The service does not have this path, or the base URL is wrong: check the base URL, and the versions of the account.';
}

const ANOTHER_PROGRAM =
  'This reply is not part of the interface and may come from a proxy: check the base URL and the proxy.';

function scopeHint(scopes: readonly string[]): string {
  return scopes.length === 0
    ? "A scope of the token or a feature of the account's plan is missing: check both."
    : `Add ${scopes.length === 1 ? 'this scope' : 'one of these scopes'} to the app or key, and authorize an OAuth app again: ${formatAnyScope(scopes)}.`;
}

function rateHint(reply: HttpReply, now: number): string {
  return findPolicy(reply) === 'DAILY'
    ? "The account has used up its calls for today: run again after midnight in the account's time zone."
    : `Other callers share the limit of this account: run again ${when(reply, now)}, or with a lower concurrency.`;
}

function when(reply: HttpReply, now: number): string {
  const wait = retryAfter(reply, now);
  if (wait?.ms === undefined || wait.ms === 0 || wait.ms > LONGEST_SHOWN_MS) return 'later';
  if (wait.ms <= 120_000) return `in ${spanText(wait.ms)}`;
  return `in ${spanText(wait.ms)} (after ${new Date(now + wait.ms).toISOString().slice(0, 16)}Z)`;
}

/** A week. Longer waits are mistakes or unusable dates. */
const LONGEST_SHOWN_MS = 604_800_000;

function otherHint({ status, body }: HttpReply, page: boolean, effect: EffectClass): string | undefined {
  if (status < 400) return 'The base URL redirects, and a token is not sent after a redirect: use the final address.';
  if (status >= 500 || status === 408 || status === 499)
    return `The service has a problem: run again later.${isWrite(effect) ? ' The next run first checks what was applied.' : ''}`;
  // The message of the service explains every other refusal.
  return page && body !== '' ? ANOTHER_PROGRAM : undefined;
}

/** False for reads and token requests, which change nothing in the account. */
function isWrite(effect: EffectClass): boolean {
  return effect !== 'read' && effect !== 'token';
}
