/** Bodies and replies of token management (interface 2.1, 2.2, 4.1, 10.2, 10.3). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { integer, maybeFlag, maybeInteger, maybeText, optionalText, text } from './shapes.ts';

/** Form members of POST /oauth/v1/token. The required members depend on grant_type (interface 4.1 rules 1 to 3; assumption A71). */
export const TokenForm = lazy(() =>
  z.strictObject({
    grant_type: text,
    client_id: optionalText,
    client_secret: optionalText,
    code: optionalText,
    redirect_uri: optionalText,
    refresh_token: optionalText,
    code_verifier: optionalText,
    scope: optionalText,
  }),
);
export type TokenForm = z.infer<ReturnType<typeof TokenForm>>;

/** Members after the first four are newer than some replies, so they may be absent (assumption A22). */
export const TokenGrant = lazy(() =>
  z.looseObject({
    token_type: text,
    access_token: z.string().min(1),
    refresh_token: z.string().min(1),
    expires_in: integer,
    token_use: maybeText,
    id_token: maybeText,
    hub_id: maybeInteger,
    scopes: z.array(text).nullish(),
    user_id: maybeInteger,
  }),
);
export type TokenGrant = z.infer<ReturnType<typeof TokenGrant>>;

const SignedAccessToken = lazy(() =>
  z.looseObject({
    expiresAt: integer,
    scopes: text,
    hubId: integer,
    userId: integer,
    appId: integer,
    signature: text,
    scopeToScopeGroupPks: text,
    newSignature: maybeText,
    hublet: maybeText,
    trialScopes: maybeText,
    trialScopeToScopeGroupPks: maybeText,
    isUserLevel: maybeFlag,
  }),
);

export const TokenMetadata = lazy(() =>
  z.looseObject({
    token: text,
    user: maybeText,
    hub_domain: maybeText,
    scopes: z.array(text),
    signed_access_token: SignedAccessToken().nullish(),
    hub_id: integer,
    app_id: integer,
    expires_in: integer,
    user_id: integer,
    token_type: text,
  }),
);
export type TokenMetadata = z.infer<ReturnType<typeof TokenMetadata>>;

/** Account, user and scopes of a refresh token (interface 10.3). */
export const RefreshTokenInfo = lazy(() =>
  z.looseObject({
    token: text,
    user: maybeText,
    hub_domain: maybeText,
    scopes: z.array(text),
    hub_id: integer,
    client_id: text,
    user_id: integer,
    token_type: text,
  }),
);

/** Asks about the token of a private app or a service key (interface 10.2). */
export const TokenQuestion = lazy(() => z.strictObject({ tokenKey: z.string().min(1) }));

export const TokenInfo = lazy(() =>
  z.looseObject({
    userId: maybeInteger,
    /** A string is an account id too. An id that contradicts the account details must not be missed. */
    hubId: z.union([
      integer,
      z
        .string()
        .regex(/^[1-9]\d{0,14}$/)
        .transform(Number),
    ]),
    appId: maybeInteger,
    /** Scopes for sensitive data end in `.v2`. */
    scopes: z.array(text),
  }),
);
export type TokenInfo = z.infer<ReturnType<typeof TokenInfo>>;
