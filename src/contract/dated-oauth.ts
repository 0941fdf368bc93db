/** Bodies and replies of OAuth on the dated surface (interface 11.1). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { integer, maybeFlag, maybeInteger, maybeText, optionalText, text } from './shapes.ts';

/** Asks about an access or a refresh token, or revokes a refresh token. */
export const TokenTarget = lazy(() =>
  z.strictObject({
    client_id: text,
    client_secret: text,
    token: text,
    token_type_hint: optionalText,
  }),
);

/** For an inactive token, no other member is known (assumption A63). */
export const TokenState = lazy(() =>
  z.discriminatedUnion('active', [
    z.looseObject({ active: z.literal(false) }),
    z.looseObject({
      active: z.literal(true),
      token_use: text,
      token_type: text,
      token: text,
      client_id: text,
      app_id: integer,
      hub_id: integer,
      user_id: integer,
      scopes: z.array(text),
      /** Only access tokens have this member and the next two. */
      expires_in: maybeInteger,
      is_private_distribution: maybeFlag,
      signed_access_token: z.unknown().optional(),
      hub_domain: maybeText,
      user: maybeText,
    }),
  ]),
);
export type TokenState = z.infer<ReturnType<typeof TokenState>>;
