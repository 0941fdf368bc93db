/** One call on its way through the wrappers, and its state: how often it was sent, how long it waited, and which strings must not be shown. */

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
  /** The app that the call is made for, where it may carry the credential of the app instead of a token. */
  readonly app?: string;
  /** The path for display: a token in it is replaced. */
  readonly shownPath: string;
  /** Aborts everything, including the request in flight. */
  readonly signal: AbortSignal | undefined;
  /** Ends waits and starts no retry; the request in flight gets its reply. */
  readonly stop: AbortSignal | undefined;
  readonly trail: Trail;
  readonly precheck: Precheck | undefined;
}

/** Ends an unsent attempt: what its call is based on was checked too long ago. */
export class CheckOutdated extends Error {
  override readonly name = 'CheckOutdated';
}

/** Carries a job to its reply; every wrapper takes one and returns one. */
export type Carry = (job: Job) => Promise<HttpReply>;

/** Whether the job must not be retried. */
export function isStopped({ signal, stop }: Job): boolean {
  return signal?.aborted === true || stop?.aborted === true;
}

/** What ends a wait of the job. */
export function stopping({ signal, stop }: Job): AbortSignal | undefined {
  return joinSignals(signal, stop);
}

export interface Trail extends Scrubber {
  /** Counts one more attempt and returns its number, from 1. */
  begin(): number;
  /** Marks that the attempt reached the service, or may have. */
  left(): void;
  /** How often the request reached the service, or may have. */
  sent(): number;
  /** Adds milliseconds that the call waited to be sent. */
  wait(ms: number): void;
  /** How long it waited in total. */
  waited(): number;
  /** Marks that it is unknown whether an attempt took effect. */
  doubt(): void;
  /** Whether an attempt may have taken effect unnoticed. */
  inDoubt(): boolean;
}

/** `redaction`: strings kept out of all output; it learns the token of the call. */
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
