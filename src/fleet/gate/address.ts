/** The address of a gate: a rollout stores it, and any worker sends there what it knows of the rollout. */

import { UsageError } from '../../errors.ts';
import { isLoopback } from '../../model/host.ts';

/** @throws UsageError `argument-invalid`; the address itself is not told, since it may hold a secret */
export function requireGateAddress(address: string): void {
  const wrong = wrongIn(address);
  if (wrong === undefined) return;
  throw new UsageError('argument-invalid', `The gate of a rollout ${wrong}.`, {
    hint: 'Pass an https address, or an http address of this machine, such as https://gates.example/crm.',
  });
}

function wrongIn(address: string): string | undefined {
  if (!URL.canParse(address) || !/^[\x21-\x7e]+$/.test(address)) return 'is no address';
  const { protocol, hostname, username, password } = new URL(address);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) return 'is not an https address';
  return username !== '' || password !== '' ? 'holds a login, which would be stored with the rollout' : undefined;
}
