/** One call on its way through the wrappers, and its state: how often it was sent, how long it waited, and which strings must not be shown. */

import type { Precheck } from '../contract/calls.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import type { HttpReply, HttpRequest } from '../contract/http.ts';
import { createScrubber, type Scrubber } from '../contract/scrub.ts';
import { joinSignals } from './abort.ts';

export interface Job {
  readonly endpoint: EndpointId;
  readonly request: HttpRequest;
  /** The app that the call is made for, where it may carry the credential of the app instead of a token. */
  readonly app?: string;
  /** The path as it may be shown: a token in it is replaced. */
  readonly shownPath: string;
  /** Ends everything, the request on its way too. */
  readonly signal: AbortSignal | undefined;
  /** Ends waits and starts no other try; the request on its way gets its reply. */
  readonly stop: AbortSignal | undefined;
  readonly trail: Trail;
  readonly precheck: Precheck | undefined;
}

/** Ends a try that did not leave: what its call rests on was checked too long ago. */
export class CheckOutdated extends Error {
  override readonly name = 'CheckOutdated';
}

/** Carries a job to its reply; every wrapper takes one and gives one. */
export type Carry = (job: Job) => Promise<HttpReply>;

/** Whether the job may not be tried again. */
export function isStopped({ signal, stop }: Job): boolean {
  return signal?.aborted === true || stop?.aborted === true;
}

/** What ends a wait of the job. */
export function stopping({ signal, stop }: Job): AbortSignal | undefined {
  return joinSignals(signal, stop);
}

export interface Trail extends Scrubber {
  /** Counts one more try and gives its number, from 1. */
  begin(): number;
  /** Says that the try reached the service, or may have. */
  left(): void;
  /** How often the request reached the service, or may have. */
  sent(): number;
  /** Counts milliseconds in which the call waited to be sent. */
  wait(ms: number): void;
  /** How long it waited in all. */
  waited(): number;
  /** Says that nobody knows whether a try took effect. */
  doubt(): void;
  /** Whether some try may have taken effect unseen. */
  inDoubt(): boolean;
}

/** `redaction`: what is kept out of everything; it learns the token that the call carries. */
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
