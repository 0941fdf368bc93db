/** A call inside the wrappers, with its state: number of attempts, time waited, and strings that must not be shown. */

import type { Precheck } from '../contract/calls.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import type { HttpReply, HttpRequest } from '../contract/http.ts';
import { createScrubber, type Scrubber } from '../contract/scrub.ts';
import { joinSignals } from '../contract/signals.ts';

export interface Job {
  /** Id of the call, for listeners. */
  readonly call: string;
  readonly endpoint: EndpointId;
  readonly request: HttpRequest;
  /** App of the call. The call may use the credential of the app instead of a token. */
  readonly app?: string;
  /** The path for display, with tokens replaced. */
  readonly shownPath: string;
  /** Aborts everything, including the request in flight. */
  readonly signal: AbortSignal | undefined;
  /** Ends waits and prevents retries. The request in flight still gets its reply. */
  readonly stop: AbortSignal | undefined;
  readonly trail: Trail;
  readonly precheck: Precheck | undefined;
}

/** Ends an unsent attempt, because the check of its basis is too old. */
export class CheckOutdated extends Error {
  override readonly name = 'CheckOutdated';
}

/** Carries a job to its reply. Every wrapper takes a Carry and returns a Carry. */
export type Carry = (job: Job) => Promise<HttpReply>;

/** True if the job must not be retried. */
export function isStopped({ signal, stop }: Job): boolean {
  return signal?.aborted === true || stop?.aborted === true;
}

/** Returns the signal that ends a wait of the job. */
export function stopping({ signal, stop }: Job): AbortSignal | undefined {
  return joinSignals(signal, stop);
}

export interface Trail extends Scrubber {
  /** Counts an attempt and returns its number, from 1. */
  begin(): number;
  /** Records that the attempt reached the service, or may have. */
  left(): void;
  /** Returns the number of attempts that reached the service, or may have. */
  sent(): number;
  /** Adds milliseconds that the call waited to be sent. */
  wait(ms: number): void;
  /** Returns the total wait in milliseconds. */
  waited(): number;
  /** Records that the effect of an attempt is unknown. */
  doubt(): void;
  /** Returns true if an attempt may have had an unseen effect. */
  inDoubt(): boolean;
}

/** `redaction` hides strings in all output. It receives the token of the call. */
export function createTrail(secrets: readonly string[], redaction?: Scrubber): Trail {
  const scrubber = createScrubber(secrets);
  for (const text of secrets) redaction?.hide(text);
  let tries = 0;
  let sent = 0;
  let waited = 0;
  let doubted = false;
  return {
    hide: (text) => {
      scrubber.hide(text);
      redaction?.hide(text);
    },
    scrub: (text) => scrubber.scrub(redaction?.scrub(text) ?? text),
    begin: () => {
      tries += 1;
      return tries;
    },
    left: () => {
      sent += 1;
    },
    sent: () => sent,
    wait: (ms) => {
      waited += ms;
    },
    waited: () => waited,
    doubt: () => {
      doubted = true;
    },
    inDoubt: () => doubted,
  };
}
