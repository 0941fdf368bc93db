/** The reply of the account details (interface 10.1). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { integer, maybeInteger, maybeText, text } from './shapes.ts';

/** Known account types. A reply may contain another type. */
export const ACCOUNT_TYPES = ['STANDARD', 'SANDBOX', 'DEVELOPER_TEST', 'APP_DEVELOPER'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** Only the account id is required. A reply that lacks another member still identifies the account of the token. */
export const AccountDetails = lazy(() =>
  z.looseObject({
    portalId: integer,
    accountType: maybeText,
    timeZone: maybeText,
    companyCurrency: maybeText,
    additionalCurrencies: z.array(text).nullish(),
    utcOffset: maybeText,
    utcOffsetMilliseconds: maybeInteger,
    uiDomain: maybeText,
    dataHostingLocation: maybeText,
  }),
);
export type AccountDetails = z.infer<ReturnType<typeof AccountDetails>>;
