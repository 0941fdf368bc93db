/** One call on its way through the wrappers, and what they keep about it: how often it left, and which texts must not be shown. */

import type { EndpointId } from '../contract/endpoints.ts';
import type { HttpReply, HttpRequest } from '../contract/http.ts';
import { createScrubber, type Scrubber } from './redact.ts';

export interface Job {
  readonly endpoint: EndpointId;
  readonly request: HttpRequest;
  /** The path as it may be shown: a token in it is replaced. */
  readonly shownPath: string;
  readonly signal: AbortSignal | undefined;
  readonly trail: Trail;
}

/** Carries a job to its reply; every wrapper takes one and gives one. */
export type Carry = (job: Job) => Promise<HttpReply>;

export interface Trail extends Scrubber {
  /** Counts one more try and gives its number, from 1. */
  begin(): number;
  /** Says that the try reached the service, or may have. */
  left(): void;
  /** How often the request reached the service, or may have. */
  sent(): number;
  /** Says that nobody knows whether a try took effect. */
  doubt(): void;
  /** Whether some try may have taken effect unseen. */
  inDoubt(): boolean;
}

export function createTrail(secrets: readonly string[]): Trail {
  const scrubber = createScrubber(secrets);
  let tries = 0;
  let sent = 0;
  let doubted = false;
  return {
    ...scrubber,
    begin: () => {
      tries += 1;
      return tries;
    },
    left: () => {
      sent += 1;
    },
    sent: () => sent,
    doubt: () => {
      doubted = true;
    },
    inDoubt: () => doubted,
  };
}
