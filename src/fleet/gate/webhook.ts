/** A gate that is a program of somebody's: it is sent how the rollout stands, and opens the next wave by a 2xx. */

import { type Secret, undiciTransport } from '../../client/index.ts';
import type { Transport } from '../../contract/http.ts';
import { TransportError } from '../../errors.ts';
import type { Gate, GateAnswer, NextWave } from '../coordinator/gate.ts';
import { requireGateAddress } from './address.ts';

export interface WebhookGateOptions {
  /** Sent as a bearer token, whatever the address of a rollout is: only give one where all of them are yours. */
  readonly token?: Secret;
  /** Milliseconds until an answer is given up (default: 10,000). */
  readonly timeoutMs?: number;
  /** Default: undici over the network. */
  readonly transport?: Transport;
}

/** Rollouts without an address are not held. Redirects are not followed, and what is in a reply is not read. */
export function webhookGate({ token, timeoutMs = 10_000, transport }: WebhookGateOptions = {}): Gate {
  let own: Transport | undefined;
  return async (next) => {
    if (next.address === null) return true;
    requireGateAddress(next.address);
    own ??= transport ?? undiciTransport();
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token.reveal()}` }),
    };
    const request = { method: 'POST', url: next.address, headers, body: bodyOf(next) } as const;
    const { host } = new URL(next.address);
    try {
      return answerOf(host, (await own.send(request, { timeoutMs })).status);
    } catch (error) {
      const why = error instanceof TransportError ? ` (${error.code})` : '';
      return { because: `The gate ${host} gave no answer${why}.` };
    }
  };
}

/** `wave` from 1, as people count. */
function bodyOf({ rollout, wave, states }: NextWave): string {
  return JSON.stringify({ rollout, wave: wave + 1, states });
}

function answerOf(host: string, status: number): GateAnswer {
  if (status >= 200 && status < 300) return true;
  const redirect = status >= 300 && status < 400 ? ', a redirect, which is not followed' : '';
  return { because: `The gate ${host} answered ${status}${redirect}.` };
}
