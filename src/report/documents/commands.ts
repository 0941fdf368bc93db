/** The JSON documents of commands that use neither a plan nor the ledger, as schemas. */

import { z } from 'zod';
import { AddressString } from './address.ts';
import {
  AUTH_LOGIN_FORMAT,
  AUTH_REVOKE_FORMAT,
  AUTH_STATUS_FORMAT,
  EXPORT_FORMAT,
  FORMATTED_FORMAT,
  GENERATED_FORMAT,
  PAGE_FORMAT,
  SCHEMAS_FORMAT,
  TIMELINE_FORMAT,
} from './formats.ts';
import { Count, HubId, Provenance } from './parts.ts';
import { WebhooksFile } from './webhooks-file.ts';

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
          hint: z.string().exactOptional().describe('What to do about it.'),
          repeatable: z.boolean().describe('True if sending it again cannot create a second event.'),
        }),
      )
      .describe('In file order.'),
  })
  .describe('Result of each event, as printed by trueup timeline send --json.');
export type TimelineDocument = z.infer<typeof TimelineDocument>;

const KEY_STATUSES = ['accepted', 'refused', 'unknown', 'unchecked', 'not-set', 'malformed'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

const Encoded = z.string().nullable().describe('As encoded by the service.');
const Signature = z.boolean().describe('Whether a signature exists; it is never shown.');

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
    expectedHubId: HubId.describe('Account id in the configuration.'),
    accountType: z.string().nullable().describe('Such as STANDARD or SANDBOX; null if it was not asked for.'),
    credential: z
      .enum(['oauth-token', 'app-token', 'unknown'])
      .describe('app-token: the token of a private app, or a service key.'),
    domain: z.string().nullable(),
    user: z.string().nullable().describe('Email address of the user the token was issued for.'),
    userId: z.int().nullable(),
    appId: z.int().nullable(),
    tokenType: z.string().nullable(),
    scopes: z.array(z.string()).nullable().describe('Null if the service does not report them.'),
    lacking: z
      .array(z.array(z.string()))
      .describe(
        'One entry per missing requirement: the scopes of which one is needed. Advice only: no list of scopes is certain.',
      ),
    developerKeys: z
      .array(
        z.strictObject({
          app: z.string().describe('App id.'),
          variable: z.string().nullable().describe('Environment variable that the configuration names.'),
          status: z
            .enum(KEY_STATUSES)
            .describe(
              'accepted, refused: what the service answered to a read with the key. unknown: the read failed for another reason. unchecked: the surface has no such read. not-set, malformed: the variable has no usable value.',
            ),
          message: z.string().nullable().describe('Why it is not accepted.'),
        }),
      )
      .describe('Developer key of each app in the configuration. The keys are never shown.'),
    expiresIn: Seconds.nullable(),
    signedToken: SignedToken.nullable().describe('Null if the service reported none.'),
  })
  .describe('Owner and scopes of the token, as printed by trueup auth status --json.');
export type AuthStatusDocument = z.infer<typeof AuthStatusDocument>;

export const AuthLoginDocument = z
  .strictObject({
    format: z.literal(AUTH_LOGIN_FORMAT),
    hubId: HubId,
    userId: z.int().nullable(),
    scopes: z.array(z.string()),
    expiresIn: Seconds,
    saved: z.string().nullable().describe('File the tokens were written to.'),
    accessToken: z.string().describe('Only with --show-token.').exactOptional(),
    refreshToken: z.string().describe('Only with --show-token.').exactOptional(),
  })
  .describe('Result of an authorization, as printed by trueup auth login --json.');
export type AuthLoginDocument = z.infer<typeof AuthLoginDocument>;

export const AuthRevokeDocument = z
  .strictObject({
    format: z.literal(AUTH_REVOKE_FORMAT),
    revoked: z.boolean().describe('False if the token was not active, so that nothing was deleted.'),
    account: z.string(),
  })
  .describe('Whether the refresh token was deleted, as printed by trueup auth revoke --json.');
export type AuthRevokeDocument = z.infer<typeof AuthRevokeDocument>;

export const ExportDocument = z
  .strictObject({
    format: z.literal(EXPORT_FORMAT),
    app: z.string().describe('App id in the configuration.'),
    saved: z.string().nullable().describe('File it was written to.'),
    file: WebhooksFile,
    notExported: z
      .array(z.strictObject({ address: AddressString, reason: z.string() }))
      .describe('Subscriptions that the file cannot hold.'),
  })
  .describe('Webhooks file of a project app, as printed by trueup generate hsmeta --json.');
export type ExportDocument = z.infer<typeof ExportDocument>;

export const GeneratedDocument = z
  .strictObject({
    format: z.literal(GENERATED_FORMAT),
    command: z.enum(['types', 'docs', 'graph']).describe('Command of trueup generate.'),
    path: z.string().nullable().describe('File of -o.'),
    result: z
      .enum(['printed', 'saved', 'unchanged', 'current', 'outdated'])
      .describe('unchanged: the file has the text already. current and outdated: of --check, which writes nothing.'),
    text: z.string(),
  })
  .describe('A text made of the configuration, as printed by trueup generate types, docs and graph with --json.');
export type GeneratedDocument = z.infer<typeof GeneratedDocument>;

export const FormattedDocument = z
  .strictObject({
    format: z.literal(FORMATTED_FORMAT),
    files: z.array(
      z.strictObject({
        path: z.string(),
        result: z
          .enum(['formatted', 'unchanged', 'outdated'])
          .describe(
            'unchanged: the file has the layout already. outdated: of --check and --diff, which write nothing.',
          ),
        diff: z.string().describe('With --diff: what would change, as a unified diff.').exactOptional(),
        text: z.string().describe('Of standard input: the formatted text.').exactOptional(),
      }),
    ),
  })
  .describe('The files of the configuration and what became of them, as printed by trueup fmt with --json.');
export type FormattedDocument = z.infer<typeof FormattedDocument>;

export const PageDocument = z
  .strictObject({
    format: z.literal(PAGE_FORMAT),
    code: z.string().describe('Code of a finding or an error.'),
    text: z.string().describe('Its page, as Markdown.'),
  })
  .describe('The page of a code, as printed by trueup explain CODE --json.');
export type PageDocument = z.infer<typeof PageDocument>;

export const SchemasDocument = z
  .strictObject({ format: z.literal(SCHEMAS_FORMAT), written: z.array(z.string()) })
  .describe('Files written by trueup generate schema --json.');
export type SchemasDocument = z.infer<typeof SchemasDocument>;
