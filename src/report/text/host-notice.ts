/** The line above everything else in a report of a plan: tokens go to another service than the vendor's, or than the ledger's. */

import { canonicalUrl, isLoopback, parseHost, VENDOR } from '../../model/host.ts';
import type { Plan } from '../../model/plan.ts';
import type { Face } from '../fix-ways.ts';
import { code, type Doc } from './doc.ts';

type Subject = { readonly account: Pick<Plan['account'], 'baseUrl'> } & Pick<Plan, 'hostChange'>;

/** Returns no banner if the base URL is the vendor's and that of the ledger, or on a terminal this machine's. */
export function hostBanner({ account, hostChange }: Subject, face: Face): Pick<Doc, 'banner'> {
  const url = code(canonicalUrl(account.baseUrl));
  if (hostChange !== undefined) {
    const from = code(hostChange.from);
    return {
      banner: ['The base URL changed: tokens go to ', url, ', but the ledger was written for ', from, '.'],
    };
  }
  if (parseHost(account.baseUrl) === VENDOR || (face === 'terminal' && isLocal(account.baseUrl))) return {};
  return { banner: ['Tokens go to ', url, ', which is not an address of the vendor.'] };
}

function isLocal(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
}
