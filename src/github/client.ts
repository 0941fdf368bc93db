/** Calls the REST interface of GitHub through our own transport: typed replies, pages, rate limits, and safe retries. */

import { z } from 'zod';
import type { Clock } from '../contract/clock.ts';
import type { HttpReply, HttpRequest, Transport } from '../contract/http.ts';
import { type Scrubber, scrubbed } from '../contract/scrub.ts';
import type { Secret } from '../contract/secret.ts';
import { HostError, TransportError } from '../errors.ts';

export interface HostCall<T> {
  readonly method: HttpRequest['method'];
  /** From the top of the interface: `/repos/...`; every part that is not ours is encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly reply: z.ZodType<T>;
  /** Whether doing it twice does no harm; reads always may. */
  readonly repeatable?: boolean;
}

export interface HostList<T> extends Pick<HostCall<T>, 'path' | 'query'> {
  readonly item: z.ZodType<T>;
  /** Member of the reply that holds the list; the reply itself when left out. */
  readonly member?: string;
}

export interface GitHub {
  /** Throws HostError for a failure status or an unexpected reply, TransportError when there is none. */
  call<T>(call: HostCall<T>): Promise<T>;
  /** All members of a list, page by page. */
  list<T>(call: HostList<T>): Promise<readonly T[]>;
}

export interface GitHubOptions {
  /** Such as `https://api.github.com`. */
  readonly apiUrl: string;
  readonly token: Secret;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Takes secrets out of every text that is sent, where texts are for people: comments and issues. */
  readonly redaction?: Pick<Scrubber, 'scrub'>;
}

const MOST_TRIES = 5;
const FIRST_PAUSE_MS = 500;
/** Longest wait that the host may ask for; a longer one is an error that says so. */
const LONGEST_WAIT_MS = 15 * 60 * 1000;
const PAGE_SIZE = 100;

export function githubClient({ apiUrl, token, transport, clock, redaction }: GitHubOptions): GitHub {
  const top = apiUrl.replace(/\/+$/, '');

  const send = async (request: HttpRequest, repeatable: boolean): Promise<HttpReply> => {
    for (let tries = 1; ; tries += 1) {
      const ending = await sendOnce(transport, request);
      const wait = waitBefore(ending, repeatable, tries, clock.now());
      if (wait === undefined || tries === MOST_TRIES) {
        if (ending instanceof TransportError) throw ending;
        return ending;
      }
      await clock.sleep(wait);
    }
  };

  const request = (method: HttpRequest['method'], url: string, body: unknown): HttpRequest => ({
    method,
    url,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token.reveal()}`,
      'user-agent': 'trueup',
      'x-github-api-version': '2022-11-28',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

  return {
    async call({ method, path, query = {}, body, reply, repeatable = method === 'GET' }) {
      const answer = await send(
        request(
          method,
          buildAddress(top, path, query),
          redaction === undefined ? body : scrubbed(body, redaction.scrub),
        ),
        repeatable,
      );
      return parsed(answer, reply, `${method} ${path}`);
    },
    async list({ path, query = {}, item, member }) {
      const members = [];
      let url: string | undefined = buildAddress(top, path, { ...query, per_page: String(PAGE_SIZE) });
      while (url !== undefined) {
        const answer = await send(request('GET', url, undefined), true);
        members.push(...parsed(answer, listOf(item, member), `GET ${path}`));
        url = nextPage(answer, top);
      }
      return members;
    },
  };
}

function listOf<T>(item: z.ZodType<T>, member: string | undefined): z.ZodType<T[]> {
  const list = z.array(item);
  return member === undefined
    ? list
    : z.looseObject({ [member]: list }).transform((reply) => list.parse(reply[member]));
}

async function sendOnce(transport: Transport, request: HttpRequest): Promise<HttpReply | TransportError> {
  try {
    return await transport.send(request);
  } catch (error) {
    if (error instanceof TransportError) return error;
    throw error;
  }
}

/** Milliseconds until the next try; undefined: this is the end of it. */
function waitBefore(
  ending: HttpReply | TransportError,
  repeatable: boolean,
  tries: number,
  now: number,
): number | undefined {
  const pause = FIRST_PAUSE_MS * 2 ** (tries - 1);
  if (ending instanceof TransportError) return repeatable || ending.sent === 'no' ? pause : undefined;
  const wait = requestedWaitMs(ending, now);
  if (wait !== undefined) return wait <= LONGEST_WAIT_MS ? Math.max(wait, pause) : undefined;
  return ending.status >= 500 && repeatable ? pause : undefined;
}

function parsed<T>(answer: HttpReply, reply: z.ZodType<T>, what: string): T {
  const { status, body } = answer;
  const value = json(body);
  if (status < 200 || status > 299) throw failure(answer, value, what);
  const result = reply.safeParse(value);
  if (result.success) return result.data;
  if (value === undefined) throw new HostError(status, `The reply to ${what} is not JSON.`, { hint: PROXY });
  const issue = result.error.issues[0];
  throw new HostError(status, `The reply to ${what} is not as expected: ${issue?.path.join('.')} ${issue?.message}.`);
}

const PROXY = 'A proxy may have answered instead of the Git host: check GITHUB_API_URL and the proxy.';

const Failure = z.looseObject({
  message: z.string(),
  errors: z.array(z.looseObject({ message: z.string().optional(), field: z.string().optional() })).optional(),
});

/** `Validation Failed: body is too long`. */
function findReason(value: unknown): string | undefined {
  const failure = Failure.safeParse(value).data;
  const details = (failure?.errors ?? []).flatMap(({ message, field }) => message ?? field ?? []);
  return failure === undefined ? undefined : [failure.message, ...details].join(': ');
}

function failure(answer: HttpReply, value: unknown, what: string): HostError {
  const { status } = answer;
  const reason = findReason(value);
  const hint = reason === undefined && status < 500 ? PROXY : buildHint(answer);
  const message = `${what} failed with status ${status}: ${reason ?? 'no reason given'}.`;
  // Some limits come as a missing permission.
  return new HostError(isLimit(answer) ? 429 : status, message, hint === undefined ? {} : { hint });
}

const OWN_TOKEN = 'GITHUB_TOKEN on the command line';
const WHICH_TOKEN = `the input github-token in a workflow, ${OWN_TOKEN}`;

function buildHint(answer: HttpReply): string | undefined {
  const { status, headers } = answer;
  if (isLimit(answer)) return 'The Git host limits the rate of requests: run the job again later.';
  if (status === 401) return `The token for the Git host is invalid or expired: ${WHICH_TOKEN}.`;
  if (status >= 500) return 'The Git host has a problem: run the job again later.';
  if (status !== 403 && status !== 404) return undefined;
  const rights = headers['x-accepted-github-permissions'];
  const which = rights === undefined ? '' : ` (${rights})`;
  return `The token may lack a permission${which}: see permissions in the workflow, or those of ${OWN_TOKEN}.`;
}

function json(body: string): unknown {
  try {
    return body === '' ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}

function buildAddress(top: string, path: string, query: Readonly<Record<string, string>>): string {
  const words = new URLSearchParams(query).toString();
  return `${top}${path}${words === '' ? '' : `?${words}`}`;
}

/** The token goes to the host it is meant for and to no other, whatever a header says. */
function nextPage({ headers }: HttpReply, top: string): string | undefined {
  const next = /<([^>]+)>;\s*rel="next"/.exec(headers['link'] ?? '')?.[1];
  if (next === undefined) return undefined;
  if (URL.parse(next)?.origin === new URL(top).origin) return next;
  throw new HostError(200, 'The next page of a list is on another host.');
}

/** Milliseconds; undefined when the reply is no rate limit. */
export function requestedWaitMs({ status, headers, body }: HttpReply, now: number): number | undefined {
  if (status !== 429 && status !== 403) return undefined;
  const after = Number(headers['retry-after']);
  if (headers['retry-after'] !== undefined && Number.isFinite(after)) return Math.max(0, after) * 1000;
  if (headers['x-ratelimit-remaining'] === '0') {
    const reset = Number(headers['x-ratelimit-reset']) * 1000;
    return Number.isFinite(reset) ? Math.max(1000, reset - now) : MINUTE_MS;
  }
  return status === 429 || /secondary rate limit/i.test(body) ? MINUTE_MS : undefined;
}

/** Whatever time it asks for. */
function isLimit(reply: HttpReply): boolean {
  return requestedWaitMs(reply, 0) !== undefined;
}

const MINUTE_MS = 60_000;
