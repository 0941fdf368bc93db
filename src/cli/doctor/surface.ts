/** The check of the surface: which one, when it ends, and whether one read of it is answered. */

import type { Account } from '../../model/account.ts';
import type { Check } from '../../model/checkup.ts';
import { surfaceFindings } from '../../reconciler/validate.ts';
import { ok, warning } from './checks.ts';

/** `tried`: what a read of it showed; undefined: none was made. */
export function checkSurface(account: Account, tried: readonly Check[] | undefined): readonly Check[] {
  const { surface, versions } = account;
  if (tried !== undefined && tried.length > 0) return tried;
  const [ending] = surfaceFindings(account);
  if (ending !== undefined) return [warning('surface', ending.message, ending.hint)];
  const named = Object.entries(versions).map(([resource, version]) => `${resource} ${version}`);
  const of = surface === 'dated' ? `: ${named.join(', ')}` : '';
  const whole = `The ${surface} surface${of}.`;
  if (tried === undefined)
    return [warning('surface', `${whole} Skipped: it is unknown whether the token belongs to the account.`)];
  return [ok('surface', `${whole} A read of it is answered, and no end is announced for this host.`)];
}
