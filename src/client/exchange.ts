/** The innermost wrapper: passes one attempt to the transport, counts it and reports it. */

import type { Clock } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { ENDPOINTS, type EndpointId } from '../contract/endpoints.ts';
import type { HttpReply, Transport } from '../contract/http.ts';
import { TransportError } from '../errors.ts';
import { type Carry, CheckOutdated, type Job } from './job.ts';
import { plainCause } from './redact.ts';
import { HELD_BACK } from './transport-failure.ts';

/** An attempt, for --verbose. It contains no header value, token or body. */
export interface Exchange {
  readonly endpoint: EndpointId;
  readonly method: string;
  /** Path with a token in it replaced by [secret]. */
  readonly path: string;
  /** Undefined if there was no reply. */
  readonly status: number | undefined;
  /** Code of the TransportError if there was no reply. */
  readonly failure: string | undefined;
  /** Id of the call, shared by its attempts. It is unique among the calls of an account in a reconciler. */
  readonly call: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Milliseconds since the epoch, by the clock of the client. */
  readonly startedAt: number;
  /** Sum of `startedAt` and `ms`, so that a change of the clock during the attempt has no effect. */
  readonly endedAt: number;
  /** Duration in milliseconds. */
  readonly ms: number;
  readonly correlationId: string | undefined;
}

export interface ExchangeOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly onExchange: ((exchange: Exchange) => void) | undefined;
}

export function exchanging({ transport, clock, timeoutMs, onExchange }: ExchangeOptions): Carry {
  return async (job) => {
    const { precheck } = job;
    if (precheck?.isRecent() === false) throw new CheckOutdated(job.endpoint);
    const attempt = job.trail.begin();
    const [startedAt, began] = [clock.now(), clock.elapsed()];
    const report = (status?: number, failure?: string, correlationId?: string) => {
      const { method, path } = { method: ENDPOINTS[job.endpoint].method, path: job.shownPath };
      const ms = clock.elapsed() - began;
      const about = { endpoint: job.endpoint, method, path, call: job.call, attempt };
      notify(onExchange, { ...about, status, failure, startedAt, endedAt: startedAt + ms, ms, correlationId });
    };
    try {
      const mayLeave = precheck && (() => precheck.isRecent());
      const answer = await transport.send(job.request, { timeoutMs, ...defined({ signal: job.signal, mayLeave }) });
      const reply = requireReply(answer, job.endpoint);
      job.trail.left();
      report(reply.status, undefined, readCorrelationId(reply.headers, job));
      return reply;
    } catch (error) {
      const failure = asTransportError(error, job);
      if (failure.code === HELD_BACK) {
        // Adds the duration of the connection.
        job.trail.wait(clock.elapsed() - began);
        throw new CheckOutdated(job.endpoint);
      }
      if (failure.sent === 'maybe') job.trail.left();
      report(undefined, failure.code);
      throw failure;
    }
  };
}

/** Returns the reply of a custom transport if it has a valid status, headers and body. Otherwise throws TransportError. */
function requireReply(reply: HttpReply, endpoint: EndpointId): HttpReply {
  const { status, headers, body } = reply;
  const isStatus = Number.isInteger(status) && status >= 100 && status <= 599;
  if (isStatus && typeof body === 'string' && typeof headers === 'object') return reply;
  const what = isStatus ? 'without headers or without a string as its body' : 'without a status from 100 to 599';
  throw new TransportError('reply-broken', `The transport gave a reply to ${endpoint} ${what}.`, {
    sent: 'maybe',
    hint: 'Let the transport give { status, headers, body }: a whole number, an object of strings, and a string.',
  });
}

/** Calls the listener. An error of the listener, now or later, must not make a completed call appear failed, or end the process. */
function notify(listener: ((exchange: Exchange) => unknown) | undefined, exchange: Exchange): void {
  try {
    const ended = listener?.(exchange);
    if (ended instanceof Promise) ended.catch(() => undefined);
  } catch {
    return;
  }
}

function readCorrelationId(headers: Readonly<Record<string, string>>, job: Job): string | undefined {
  const text = headers['x-hubspot-correlation-id'];
  return text === undefined ? undefined : job.trail.scrub(text);
}

/**
 * A custom transport may throw anything. Then it is unknown whether the request was sent, and the contents of the error are unknown too.
 */
function asTransportError(error: unknown, { endpoint, trail }: Job): TransportError {
  if (!(error instanceof TransportError)) {
    const message = `The transport failed at ${endpoint} without a reason.`;
    return new TransportError('transport-failed', message, { sent: 'maybe', cause: plainCause(error, trail.scrub) });
  }
  return new TransportError(error.code, trail.scrub(error.message), {
    sent: error.sent,
    cause: plainCause(error.cause, trail.scrub),
    ...defined({ retryAfterMs: error.retryAfterMs, hint: error.hint && trail.scrub(error.hint) }),
  });
}
