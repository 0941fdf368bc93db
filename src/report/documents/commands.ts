/** The JSON documents of commands that neither plan nor know the ledger, as schemas. */

import { z } from 'zod';
import {
  AUTH_LOGIN_FORMAT,
  AUTH_REVOKE_FORMAT,
  AUTH_STATUS_FORMAT,
  SCHEMAS_FORMAT,
  TIMELINE_FORMAT,
} from './formats.ts';
import { Count, HubId, Provenance } from './parts.ts';

const Seconds = z.int().describe('Seconds.');

export const TimelineDocument = z
  .strictObject({
    format: z.literal(TIMELINE_FORMAT),
    summary: z.strictObject({ sent: Count, failed: Count, uncertain: Count, skipped: Count }),
    events: z
      .array(
        z.strictObject({
          provenance: Provenance,
          status: z.enum(['sent', 'failed', 'uncertain', 'skipped']),
          id: z.string().exactOptional(),
          message: z.string().exactOptional(),
          repeatable: z.boolean().describe('True when sending it again cannot make a second event.'),
        }),
      )
      .describe('In the order of the file.'),
  })
  .describe('What became of each event, as trueup timeline send --json prints it.');
export type TimelineDocument = z.infer<typeof TimelineDocument>;

const Encoded = z.string().nullable().describe('As the service encodes it.');
const Signature = z.boolean().describe('Whether there is one; the signature itself is never shown.');

const SignedToken = z.strictObject({
  expiresAt: z.int().describe('A timestamp, in the unit of the service.'),
  hubId: z.int(),
  userId: z.int(),
  appId: z.int(),
  hublet: z.string().nullable().describe('Region.'),
  isUserLevel: z.boolean().nullable(),
  scopes: Encoded,
  scopeToScopeGroupPks: Encoded,
  trialScopes: Encoded,
  trialScopeToScopeGroupPks: Encoded,
  signature: Signature,
  newSignature: Signature,
});

export const AuthStatusDocument = z
  .strictObject({
    format: z.literal(AUTH_STATUS_FORMAT),
    hubId: z.int(),
    expectedHubId: HubId.describe('As the configuration names it.'),
    domain: z.string().nullable(),
    user: z.string().nullable().describe('Address of the person that the token was issued for.'),
    userId: z.int(),
    appId: z.int(),
    tokenType: z.string(),
    scopes: z.array(z.string()),
    lacking: z.array(z.array(z.string())).describe('For each lack the scopes of which one is needed.'),
    expiresIn: Seconds,
    signedToken: SignedToken.nullable().describe('Null when the service told none.'),
  })
  .describe('Whose token it is and what it may do, as trueup auth status --json prints it.');
export type AuthStatusDocument = z.infer<typeof AuthStatusDocument>;

export const AuthLoginDocument = z
  .strictObject({
    format: z.literal(AUTH_LOGIN_FORMAT),
    hubId: HubId,
    userId: z.int().nullable(),
    scopes: z.array(z.string()),
    expiresIn: Seconds,
    saved: z.string().nullable().describe('File that the tokens were written to.'),
    accessToken: z.string().describe('Only with --show-token.').exactOptional(),
    refreshToken: z.string().describe('Only with --show-token.').exactOptional(),
  })
  .describe('What an authorization gave, as trueup auth login --json prints it.');
export type AuthLoginDocument = z.infer<typeof AuthLoginDocument>;

export const AuthRevokeDocument = z
  .strictObject({ format: z.literal(AUTH_REVOKE_FORMAT), revoked: z.literal(true), account: z.string() })
  .describe('That the refresh token is deleted, as trueup auth revoke --json prints it.');
export type AuthRevokeDocument = z.infer<typeof AuthRevokeDocument>;

export const SchemasDocument = z
  .strictObject({ format: z.literal(SCHEMAS_FORMAT), written: z.array(z.string()) })
  .describe('The files that trueup schema --json wrote.');
export type SchemasDocument = z.infer<typeof SchemasDocument>;
