/** Why no token may be sent to the base URL of an account: its host is not among those that the caller allows. */

import type { Finding, Provenance } from '../../model/finding.ts';
import { type AllowedHosts, allows } from './allowed-hosts.ts';

/** What names the address: a position in a file, or a variable. Neither: it is the default. */
export interface AddressSource {
  readonly provenance?: Provenance;
  readonly variable?: string;
}

/** `allowed`: undefined where no host counts. `missing`: info where nothing is sent yet; whoever reviews the files has to see it there too. */
export function hostFindings(
  baseUrl: string,
  allowed: AllowedHosts | undefined,
  { provenance, variable }: AddressSource,
  missing: 'error' | 'info' = 'error',
): readonly Finding[] {
  if (allowed === undefined || allows(allowed, baseUrl)) return [];
  const { origin, host } = new URL(baseUrl);
  return [
    {
      code: 'host-not-allowed',
      severity: missing === 'error' ? 'error' : 'warning',
      message: `${variable === undefined ? '' : `${variable}: `}No token is sent to ${origin}, because this host is not allowed.`,
      hint: 'Correct the address. Allow the host only if you know who runs it: it receives the token.',
      fix: [{ action: 'allow-host', host }],
      ...(provenance === undefined ? {} : { provenance }),
    },
  ];
}
