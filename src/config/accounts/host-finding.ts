/** The finding for a base URL that no token may be sent to, because the caller does not allow its host. */

import type { Finding, Provenance } from '../../model/finding.ts';
import { type AllowedHosts, allows } from './allowed-hosts.ts';

/** Source of the URL: a position in a file, or a variable. If both are missing, the URL is the default. */
export interface AddressSource {
  readonly provenance?: Provenance;
  readonly variable?: string;
}

/**
 * `allowed` is undefined if hosts are not checked. `missing` is info if nothing is sent yet. A reviewer of the files must still see the
 * finding.
 */
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
