/** Warns when the vendor will end the paths of the surface. Other services, such as the embedded service, keep them. */

import { ANNOUNCED_ENDS } from '../../contract/surfaces.ts';
import type { Account } from '../../model/account.ts';
import type { Finding } from '../../model/finding.ts';
import { parseHost, VENDOR } from '../../model/host.ts';

export function surfaceFindings({
  name,
  baseUrl,
  baseUrlUnset,
  surface,
}: Pick<Account, 'name' | 'baseUrl' | 'baseUrlUnset' | 'surface'>): readonly Finding[] {
  const ends = ANNOUNCED_ENDS[surface];
  if (ends.length === 0 || baseUrlUnset === true || parseHost(baseUrl) !== VENDOR) return [];
  const dates = ends.map(({ what, when }) => `${what} ${when}`).join(', ');
  return [
    {
      code: 'surface-ending',
      severity: 'warning',
      message: `The account ${name} uses the ${surface} surface, whose paths the vendor has announced to end: ${dates}.`,
      hint: 'Set `surface: dated` for the account. TRUEUP_SURFACE=dated counts only if the account names no surface. The files, the addresses and the ledger stay the same.',
    },
  ];
}
