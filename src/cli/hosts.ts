/** Where the commands may send a token: to the vendor, to this machine, and to what flags and environment add. */

import { type AllowedHosts, readAllowedHosts, USUAL_HOSTS } from '../config/accounts/allowed-hosts.ts';
import { UsageError } from '../errors.ts';
import type { CommonFlags } from './flags.ts';
import type { World } from './world.ts';

const VARIABLE = 'TRUEUP_ALLOWED_HOSTS';

/** Entries of the list. Throws UsageError that names every faulty one of the environment. */
export function allowedHosts({ env }: Pick<World, 'env'>, { allowHost = [] }: CommonFlags): readonly string[] {
  const given = (env[VARIABLE] ?? '').split(/[\s,]+/).filter(Boolean);
  const { faults } = readAllowedHosts(given);
  if (faults.length > 0) {
    throw new UsageError('allowed-hosts-invalid', `Invalid ${VARIABLE}: ${faults.join('; ')}.`, {
      hint: `Set ${VARIABLE} to hosts with commas between them, such as crm.example.com,*.example.org, or unset it.`,
    });
  }
  return [...USUAL_HOSTS, ...allowHost, ...given];
}

/** The same as it is compared with an address. */
export function allowedPatterns(world: Pick<World, 'env'>, flags: CommonFlags): AllowedHosts {
  return readAllowedHosts(allowedHosts(world, flags)).hosts;
}
