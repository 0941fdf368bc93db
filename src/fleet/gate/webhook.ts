/** A gate that is a program of somebody's: it is sent how the rollout stands, and opens the next wave by a 2xx. */

import { type Secret, undiciTransport } from '../../client/index.ts';
import { type AllowedHosts, allows, readAllowedHosts } from '../../config/accounts/allowed-hosts.ts';
import type { Transport } from '../../contract/http.ts';
import { TransportError, UsageError } from '../../errors.ts';
import type { Gate, GateAnswer, NextWave } from '../coordinator/gate.ts';
import { requireGateAddress } from './address.ts';

export interface WebhookGateOptions {
  /** Sent as a bearer token, to `hosts` alone. */
  readonly token?: Secret | undefined;
  /**
   * As in `allowedHosts`: `gates.example`, `gates.example:8443`, `*.example`. An address of a rollout elsewhere is not asked. Any, when left
   * out without a token.
   */
  readonly hosts?: readonly string[] | undefined;
  /** Milliseconds until an answer is given up (default: 10,000). */
  readonly timeoutMs?: number | undefined;
  /** Default: undici over the network. */
  readonly transport?: Transport | undefined;
}

/**
 * Rollouts without an address are not held. Redirects are not followed, and what is in a reply is not read. Whoever plans a rollout says
 * its address, so that a token needs the hosts that it may go to. @throws UsageError `argument-invalid`
 */
export function webhookGate({ token, hosts, timeoutMs = 10_000, transport }: WebhookGateOptions = {}): Gate {
  if (token !== undefined && hosts === undefined)
    throw new UsageError('argument-invalid', 'webhookGate was called with a token and without hosts.', {
      hint: 'Pass the hosts that the token may go to, such as gates.example.',
    });
  const allowed = hosts && hostsIn(hosts);
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
    if (allowed !== undefined && !allows(allowed, next.address))
      return { because: `The worker does not ask the gate ${host}, but gates of ${hosts?.join(', ')} alone.` };
    try {
      return answerOf(host, (await own.send(request, { timeoutMs })).status);
    } catch (error) {
      const why = error instanceof TransportError ? ` (${error.code})` : '';
      return { because: `The gate ${host} gave no answer${why}.` };
    }
  };
}

function hostsIn(hosts: readonly string[]): AllowedHosts {
  const { hosts: allowed, faults } = readAllowedHosts(hosts);
  if (faults.length === 0) return allowed;
  throw new UsageError('argument-invalid', `webhookGate was called with hosts that are none: ${faults.join('; ')}.`);
}

function bodyOf({ rollout, wave, states }: NextWave): string {
  return JSON.stringify({ rollout, wave, states });
}

function answerOf(host: string, status: number): GateAnswer {
  if (status >= 200 && status < 300) return true;
  const redirect = status >= 300 && status < 400 ? ', a redirect, which is not followed' : '';
  return { because: `The gate ${host} answered ${status}${redirect}.` };
}
