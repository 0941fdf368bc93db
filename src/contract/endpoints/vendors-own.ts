/** What the service has beside the documented interface, to tell whose token it is (interface 10). */

import { AccountDetails } from '../account-info.ts';
import type { Endpoint } from '../endpoint.ts';
import { TokenInfo, TokenQuestion } from '../oauth.ts';
import { get, json } from './documented.ts';

export const VENDORS_OWN = {
  readAccountDetails: {
    ...get,
    path: '/account-info/v3/details',
    authorized: true,
    reply: AccountDetails,
    section: '10.1',
  },
  readTokenInfo: {
    ...json,
    surface: 'both',
    authorized: 'optional',
    method: 'POST',
    path: '/oauth/v2/private-apps/get/access-token-info',
    effect: 'read',
    body: TokenQuestion,
    reply: TokenInfo,
    status: 200,
    section: '10.2',
  },
} as const satisfies Record<string, Endpoint>;
