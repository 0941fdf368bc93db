/** The routes of OAuth and the account's details on the dated surface (interface 11.1). */

import { readAccountDetails } from '../handlers/account-info.ts';
import { introspectToken, issueDatedToken, revokeToken } from '../handlers/dated-oauth.ts';
import { route } from './route.ts';

export const DATED_OAUTH_ROUTES = {
  issueDatedToken: route('issueDatedToken', issueDatedToken),
  introspectToken: route('introspectToken', introspectToken),
  revokeToken: route('revokeToken', revokeToken),
  readDatedAccountDetails: route('readDatedAccountDetails', readAccountDetails),
};
