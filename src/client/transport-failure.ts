/** Converts a failed exchange to a TransportError: the failure, the possible effect, and a hint. */

import { TransportError } from '../errors.ts';
import { abortedError } from './abort.ts';
import { type FailureKind, isTlsCode } from './failure-kind.ts';
import { ProxyFailure } from './proxy-failure.ts';
import { plainCause, readErrorCode } from './redact.ts';

export interface Circumstances {
  /** Method and origin, never the path, because it can contain a token. */
  readonly subject: string;
  /** Progress of the exchange. From `sent` on, the service may have acted. */
  readonly stage: 'not-sent' | 'sent' | 'answered';
  /** True if the caller aborted. */
  readonly cancelled: boolean;
  /** True if the deadline passed. */
  readonly late: boolean;
}

export function transportFailure(error: unknown, circumstances: Circumstances): TransportError {
  const { subject, stage, cancelled, late } = circumstances;
  const sent = stage === 'not-sent' ? 'no' : 'maybe';
  if (cancelled) return abortedError(subject, sent);
  const kind = late ? LATE : stage === 'not-sent' ? beforeSending(error) : afterSending(readErrorCode(error), stage);
  return new TransportError(kind.code, `${subject} ${kind.what}.`, { sent, hint: kind.hint, cause: plainCause(error) });
}

export const HELD_BACK = 'held-back';

/** Returns the error for a request that the caller no longer wants to send. */
export function heldBack(subject: string): TransportError {
  return new TransportError(HELD_BACK, `${subject} was stopped before it was sent.`, { sent: 'no' });
}

/** Failures that a retry cannot fix. */
export const LASTING_FAILURES: ReadonlySet<string> = new Set([
  'aborted',
  'insecure-address',
  'proxy-refused',
  'reply-too-large',
  'request-invalid',
  'tls-failed',
  'transport-closed',
  'wait-too-long',
]);

const ASK_NETWORK = 'Check the base URL and the network of this machine.';
const LATE: FailureKind = { code: 'timed-out', what: 'got no reply in time', hint: 'Try again, or allow more time.' };

function beforeSending(error: unknown): FailureKind {
  if (error instanceof ProxyFailure) return error.kind();
  const code = readErrorCode(error);
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { code: 'dns-failed', what: 'failed: the host name was not found', hint: ASK_NETWORK };
    case 'ECONNREFUSED':
      return { code: 'connect-refused', what: 'failed: the connection was refused', hint: ASK_NETWORK };
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return { code: 'connect-timeout', what: 'failed: the host could not be reached in time', hint: ASK_NETWORK };
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return {
        code: 'transport-closed',
        what: 'was not sent: the transport is closed',
        hint: 'Make the calls before closing it.',
      };
    case 'UND_ERR_INVALID_ARG':
    case 'ERR_INVALID_CHAR':
      return {
        code: 'request-invalid',
        what: 'was not sent: a header contains a character that HTTP does not allow',
        hint: 'Check the token and the user agent for line breaks and non-ASCII characters.',
      };
    default:
      if (isTlsCode(code)) {
        return {
          code: 'tls-failed',
          what: `failed: no trusted TLS connection (${code})`,
          hint: 'Check the base URL; behind an inspecting proxy set NODE_EXTRA_CA_CERTS to its certificate.',
        };
      }
      return { code: 'connect-failed', what: 'failed before the request was sent', hint: ASK_NETWORK };
  }
}

function afterSending(code: string, stage: 'sent' | 'answered'): FailureKind {
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return { code: 'reply-too-large', what: 'got a reply of more than 64 MB', hint: 'Check the base URL.' };
  }
  if (code === 'HTTPParserError') {
    return { code: 'reply-malformed', what: 'got no valid HTTP reply', hint: 'Check the base URL.' };
  }
  return stage === 'answered'
    ? { code: 'reply-cut', what: 'got an incomplete reply: the connection ended early', hint: ASK_NETWORK }
    : { code: 'connection-lost', what: 'got no reply: the connection was lost', hint: ASK_NETWORK };
}
