/** Turns an HTTP failure with a body of any shape into an ApiError (assumption A09). */

import { defined } from '../contract/defined.ts';
import { ENDPOINTS, type EndpointId } from '../contract/endpoints.ts';
import type { HttpReply } from '../contract/http.ts';
import { ApiError, isRefusal } from '../errors.ts';
import { type FailureFacts, findHint, goneHint } from './failure-hint.ts';
import { isForeign, isGone } from './refusal.ts';
import { asObject, describePage, findText, type JsonObject, listObjects, oneLine, parseObject } from './reply-text.ts';
import { retryAfter } from './retry-after.ts';

export interface Refusal {
  readonly endpoint: EndpointId;
  readonly reply: HttpReply;
  /** Number of times that the request was sent. */
  readonly attempts: number;
  /** True if an attempt may have had an unseen effect. */
  readonly inDoubt?: boolean;
  /** Milliseconds since the epoch, for the text of a wait. */
  readonly now: number;
  /** Removes secrets from shown text. */
  readonly scrub: Scrub;
}

type Scrub = (text: string) => string;

export function apiError({ endpoint, reply, attempts, inDoubt, now, scrub }: Refusal): ApiError {
  const shown: HttpReply = { ...reply, body: scrub(reply.body) };
  // Escapes can hide a secret in the body, and truncation can hide its end. Each member is therefore scrubbed before it is truncated.
  const body = parseObject(shown.body);
  const facts = collectFacts(body, reply.status, scrub);
  const { effect, surface } = ENDPOINTS[endpoint];
  const foreign = isForeign(effect, reply);
  const gone = isGone(reply);
  const verb = isRefusal(reply.status) && !foreign ? 'was refused' : 'failed';
  const text = scrub(
    `${endpoint} ${isRedirect(reply) ? redirected(reply) : `${verb} ${answered(shown, facts, body)}`}`,
  );
  const header = reply.headers['x-hubspot-correlation-id'];
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
  return new ApiError(gone ? `${sentence} ${GONE}` : foreign ? `${sentence} ${NOT_ITS_OWN}` : sentence, {
    endpoint,
    status: reply.status,
    category: facts.category,
    subCategory: facts.subCategory,
    codes: facts.codes,
    correlationId: facts.correlationId ?? (header && oneLine(scrub(header), 80)),
    requiredScopes: facts.requiredScopes,
    attempts,
    inDoubt,
    gone,
    retryAfterMs: retryAfter(reply, now)?.ms,
    ...defined({
      hint: gone ? goneHint(surface) : findHint({ reply, facts, now, page: body === undefined, foreign, effect }),
    }),
  });
}

const GONE = 'The service may no longer have this path, or a proxy replied.';
const NOT_ITS_OWN = 'This error is not from the service: a proxy or a filter may have replied.';

function answered(reply: HttpReply, { message }: FailureFacts, body: JsonObject | undefined): string {
  const what = message ?? `it answered with ${body === undefined ? describePage(reply) : 'no message'}`;
  return `with ${reply.status}: ${what}`;
}

function isRedirect({ status }: HttpReply): boolean {
  return status >= 300 && status < 400;
}

/** Shows only the host of the address, because the rest could repeat a token from the path. */
function redirected({ status, headers }: HttpReply): string {
  const host = findHost(headers['location'] ?? '');
  return `was redirected with ${status}${host === undefined ? '' : ` to ${host}`}: redirects are not followed`;
}

/** Returns undefined if the address has no host. */
function findHost(location: string): string | undefined {
  if (!/^(https?:)?\/\//i.test(location) || !URL.canParse(location, 'https://relative.invalid')) return undefined;
  return oneLine(new URL(location, 'https://relative.invalid').host, 120) || undefined;
}

/** Collects the facts of nested bodies, because the message of some refusals is itself a JSON document with the real members. */
function collectFacts(body: JsonObject | undefined, status: number, scrub: Scrub): FailureFacts {
  const nested = parseObject(findText(body, 'message') ?? '');
  const pick = (name: string, most: number) => {
    const text =
      findText(nested, name) ?? (name === 'message' && nested !== undefined ? undefined : findText(body, name));
    return text === undefined ? undefined : oneLine(scrub(text), most);
  };
  const layers = [nested, body].filter((layer) => layer !== undefined);
  const message = pick('message', 400) ?? pick('error_description', 400);
  const described = withDetails(message, layers, scrub);
  const scopes = new Set(layers.flatMap((layer) => listScopes(layer, scrub)));
  return {
    message: described,
    category: pick('category', 80) ?? oauthCode(body) ?? pick('error', 80) ?? pick('propertiesErrorCode', 80),
    subCategory: pick('subCategory', 120),
    codes: [...new Set(layers.flatMap((layer) => listCodes(layer, scrub)))],
    correlationId: pick('correlationId', 80),
    requiredScopes: scopes.size > 0 || status !== 403 ? [...scopes] : scopesInWords(described),
  };
}

/** Returns the code of a token endpoint. The code is in `status`, which is `error` in the replies of other endpoints. */
function oauthCode(body: JsonObject | undefined): string | undefined {
  const status = findText(body, 'status');
  return status !== undefined && /^[A-Z][A-Z_]{2,60}$/.test(status) ? status : undefined;
}

/** Adds up to three details that are more specific than the message, and the number of the others. */
function withDetails(message: string | undefined, layers: readonly JsonObject[], scrub: Scrub): string | undefined {
  const details = layers
    .flatMap((layer) => listObjects(layer, 'errors'))
    .map((detail) => oneLine(scrub(detailText(detail)), 200))
    .filter((detail) => detail !== '' && message?.includes(detail) !== true);
  const [distinct, left] = [[...new Set(details)], new Set(details).size - MOST_DETAILS];
  const shown = [...distinct.slice(0, MOST_DETAILS), ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
  if (message === undefined || shown === '') return message ?? (shown || undefined);
  return `${message.replace(/\.$/, '')} (${shown})`;
}

const MOST_DETAILS = 3;

/**
 * Returns the text of a detail. A detail about a use of a property names the user of the property in its context, independent of its
 * message (interface 11.3).
 */
function detailText(detail: JsonObject): string {
  const message = findText(detail, 'message') ?? '';
  const context = asObject(detail['context']);
  const [type, name] = [
    findFirst(context, 'parentType') ?? findFirst(context, 'parentDisplayType'),
    findFirst(context, 'parentName'),
  ];
  return name === undefined || message.includes(name) ? message : [type ?? 'used by', name].join(' ');
}

function findFirst(context: JsonObject | undefined, name: string): string | undefined {
  const value = context?.[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
}

/** Returns the codes of the details, and the code of the legacy property endpoints. */
function listCodes(layer: JsonObject, scrub: Scrub): readonly string[] {
  const codes = [
    findText(layer, 'propertiesErrorCode'),
    ...listObjects(layer, 'errors').map((detail) => findText(detail, 'code')),
  ];
  return codes.flatMap((code) => (code === undefined ? [] : [oneLine(scrub(code), 80)]));
}

/** Returns missing scopes in both forms: from the context of the details, and from the top-level context. */
function listScopes(layer: JsonObject, scrub: Scrub): readonly string[] {
  const contexts = [layer, ...listObjects(layer, 'errors')].map((holder) => asObject(holder['context']));
  return contexts.flatMap((context) =>
    ['requiredScopes', 'requiredGranularScopes']
      .flatMap((name) => context?.[name] ?? [])
      .filter((scope) => typeof scope === 'string')
      .map((scope) => oneLine(scrub(scope), 120)),
  );
}

/** Returns the scopes that some refusals name only in their message. */
function scopesInWords(message = ''): readonly string[] {
  return [
    ...new Set(message.match(/\b[a-z][\w-]*(?:\.[\w-]+)*\.(?:read|write|read_write)(?:\.v2)?\b(?![.\w])/g) ?? []),
  ];
}
