/** The list of allowed hosts that a caller passes. */

import { type AllowedHosts, readAllowedHosts } from '../config/accounts/allowed-hosts.ts';
import { UsageError } from '../errors.ts';

/** Throws UsageError with every entry that is not a host. */
export function requireHosts(called: string, entries: readonly string[]): AllowedHosts {
  const { hosts, faults } = readAllowedHosts(entries);
  if (faults.length === 0) return hosts;
  throw new UsageError('allowed-hosts-invalid', `Invalid allowedHosts of ${called}: ${faults.join('; ')}.`);
}
