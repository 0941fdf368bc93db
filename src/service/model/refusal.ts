/**
 * Builds the refusals of the service: status and body per case (assumption A09). OAuth codes follow the public service.
 */

import type { ErrorBody } from '../../contract/error-body.ts';
import { shortened } from './plain-text.ts';

/** Thrown inside a call: its transaction is rolled back and this is answered. A correlation id is added on the way out. */
export class Refusal extends Error {
  readonly status: number;
  /** Undefined if the reply has no body. */
  readonly body: ErrorBody | undefined;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, body: ErrorBody | undefined, headers: Readonly<Record<string, string>> = {}) {
    super(body?.message ?? `status ${status}`);
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export type Detail = NonNullable<ErrorBody['errors']>[number];

const MOST_ERRORS = 100;
const LONGEST = 1000;

/** Shortens long texts and lists: the faults of a request can be many times as long as the request. */
export function bounded(body: ErrorBody): ErrorBody {
  const { message } = body;
  return { ...Object(shortenedValue(body)), ...(message == null ? {} : { message: shortened(message, 10 * LONGEST) }) };
}

function shortenedValue(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value, LONGEST);
  if (Array.isArray(value)) return value.slice(0, MOST_ERRORS).map(shortenedValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortenedValue(inner)]));
}

/** 400 VALIDATION_ERROR. */
export function invalid(message: string, more: Partial<ErrorBody> = {}): Refusal {
  return new Refusal(400, { message, category: 'VALIDATION_ERROR', ...more });
}

/** 400 VALIDATION_ERROR about a member of the body or the query. */
export function invalidMember(member: string, message: string, code = 'INVALID_VALUE'): Refusal {
  return invalid(message, { errors: [{ message, code, in: member }] });
}

/** 404 OBJECT_NOT_FOUND. */
export function notFound(message: string): Refusal {
  return new Refusal(404, { message, category: 'OBJECT_NOT_FOUND' });
}

/** A refusal of which the status says everything. */
export function withoutBody(status: number): Refusal {
  return new Refusal(status, undefined);
}

/** 409 OBJECT_ALREADY_EXISTS (assumption A28). */
export function alreadyExists(message: string, more: Partial<ErrorBody> = {}): Refusal {
  return new Refusal(409, { message, category: 'OBJECT_ALREADY_EXISTS', ...more });
}

/** 409 CONFLICT. */
export function conflicting(message: string): Refusal {
  return new Refusal(409, { message, category: 'CONFLICT' });
}

export function unauthenticated(): Refusal {
  return new Refusal(401, {
    message:
      'Authentication credentials not found. This API supports OAuth 2.0 authentication: send the header Authorization: Bearer <access token>.',
    category: 'INVALID_AUTHENTICATION',
  });
}

/** `ago` and the time in the context are how the public service words it. */
export function expired(expiredAt: number, now: number): Refusal {
  const seconds = Math.max(0, Math.floor((now - expiredAt) / 1000));
  return new Refusal(401, {
    message: `The OAuth token used to make this call expired ${seconds} second(s) ago.`,
    category: 'EXPIRED_AUTHENTICATION',
    context: { 'expire time': [new Date(expiredAt).toISOString()] },
  });
}

/** Names scopes of which any suffices. An empty list gives a general message. */
export function missingScopes(scopes: readonly string[]): Refusal {
  if (scopes.length === 0) {
    const message = "This app hasn't been granted all required scopes to make this call.";
    return new Refusal(403, { message, category: 'MISSING_SCOPES' });
  }
  return new Refusal(403, {
    message: 'One or more of the following scopes are required.',
    category: 'MISSING_SCOPES',
    context: { requiredGranularScopes: [...scopes] },
    errors: [
      {
        message: 'One or more of the following scopes are required.',
        context: { requiredScopes: [...scopes] },
      },
    ],
  });
}

/** The message names an action instead of a scope. */
export function missingSensitiveScope(): Refusal {
  const message = 'Missing required scope for: sensitive-data-property-create';
  return new Refusal(403, { message, category: 'MISSING_SCOPES' });
}

/** The call may have happened when its commit was under way; a caller that tries again finds out. */
export function unavailable(): Refusal {
  return new Refusal(503, {
    message: 'The service is temporarily unavailable. Try again.',
    category: 'INTERNAL_ERROR',
  });
}

/** The request addresses another host name, see hosts.ts. */
export function misdirected(host: string | undefined): Refusal {
  const name = host === undefined ? 'no name' : `the name ${shortened(host, 100)}`;
  return new Refusal(421, {
    message: `This service does not accept requests for ${name}, only for loopback addresses and the hosts allowed at its start.`,
    category: 'VALIDATION_ERROR',
  });
}

export function rateLimited(
  policyName: 'TEN_SECONDLY_ROLLING' | 'DAILY',
  headers: Readonly<Record<string, string>>,
): Refusal {
  const policy = policyName.toLowerCase();
  const apps = policyName === 'DAILY' ? 'private-apps' : 'oauth';
  return new Refusal(
    429,
    {
      message: `You have reached your ${policy} limit.`,
      errorType: 'RATE_LIMIT',
      policyName,
      groupName: `publicapi:${apps}:${policy}`,
    },
    headers,
  );
}

/** Errors of the token endpoint carry their code in `status`, not in `category`. */
export function oauthRefusal(code: string, message: string): Refusal {
  return new Refusal(400, { status: code, message });
}
