/** Schema of one account in the configuration. */

import { z } from 'zod';
import { APP_ID, APP_ID_ERROR } from '../../contract/app-ids.ts';
import { DEFAULT_SURFACE, SURFACES, VERSIONS } from '../../contract/surfaces.ts';
import { ACCOUNT_NAME, ACCOUNT_NAME_ERROR } from './account-name.ts';
import type { policySchema } from './policy.ts';

/** Form of the names of environment variables and of values. */
export const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const SECRET_PATTERN = '^\\$\\{env\\.[A-Za-z_][A-Za-z0-9_]*\\}$';

export const DEFAULT_BASE_URL = 'https://api.hubapi.com';
export const SECRET_FIELDS = ['accessToken', 'clientSecret', 'refreshToken'] as const;
/** Secret fields of an app. */
export const APP_SECRETS = ['developerKey', 'clientSecret'] as const;

const AccountName = z
  .string()
  .regex(ACCOUNT_NAME, ACCOUNT_NAME_ERROR)
  .register(z.globalRegistry, { examples: ['sandbox'] });

const ValueName = z
  .string()
  .regex(NAME, 'A value name has letters, digits and underscores and does not start with a digit.')
  .register(z.globalRegistry, { examples: ['appId'] });

/** Checked separately, because the string must be a single interpolation and is never shown. */
const secretText = (about: string, variable: string) =>
  z.string().register(z.globalRegistry, {
    description: `${about} Only as \${env.NAME}.`,
    pattern: SECRET_PATTERN,
    examples: [`\${env.${variable}}`],
  });

/** Digits, as in the service. The YAML key may be written without quotes. */
const AppId = z
  .string()
  .regex(APP_ID, APP_ID_ERROR)
  .register(z.globalRegistry, { examples: ['2001'] });

export function appsSchema() {
  const App = z.strictObject({
    developerKey: secretText(
      'Developer API key of the account that owns the app, for webhook calls.',
      'APP_2001_KEY',
    ).optional(),
    clientId: z
      .string()
      .register(z.globalRegistry, {
        description: 'Client id, for a fleet.',
        examples: [`\${env.CLIENT_ID}`],
      })
      .optional(),
    clientSecret: secretText('Client secret, for a fleet.', 'CLIENT_SECRET').optional(),
  });
  return z.record(AppId, App).register(z.globalRegistry, {
    description: 'Credentials of apps, by app id.',
  });
}

const Auth = z.strictObject({
  accessToken: secretText('Access token.', 'SANDBOX_TOKEN').optional(),
  clientId: z
    .string()
    .register(z.globalRegistry, { description: 'Client id of the app.', examples: [`\${env.CLIENT_ID}`] })
    .optional(),
  clientSecret: secretText('Client secret of the app.', 'CLIENT_SECRET').optional(),
  refreshToken: secretText('Refresh token of the installed app.', 'REFRESH_TOKEN').optional(),
});

export const SURFACE_MEANINGS = [
  'The paths of versions 1 to 4, which the service announces to end.',
  'The paths that name a date, with reads, updates and deletes of every kind.',
];

/** Each version is optional. The first attested version is the default. */
const version = <const V extends readonly [string, ...string[]]>(versions: V, of: string) =>
  z
    .enum(versions)
    .register(z.globalRegistry, {
      description: `Version of ${of}.`,
      default: versions[0],
      surface: 'dated',
      enumDescriptions: versions.map((name) => `Released in ${name}.`),
    })
    .optional();

export const Versions = z.strictObject({
  account: version(VERSIONS.account, 'the account details'),
  oauth: version(VERSIONS.oauth, 'the token endpoints'),
  properties: version(VERSIONS.properties, 'properties and property groups'),
  schemas: version(VERSIONS.schemas, 'object schemas'),
  webhooks: version(VERSIONS.webhooks, 'webhook subscriptions'),
  events: version(VERSIONS.events, 'event definitions'),
  associations: version(VERSIONS.associations, 'association limits and labels'),
  timeline: version(VERSIONS.timeline, 'timeline events'),
  pipelines: version(VERSIONS.pipelines, 'pipelines'),
});

const accountSchema = (policy: ReturnType<typeof policySchema>, overrides: z.ZodType) =>
  z.strictObject({
    hubId: z
      .int()
      .positive()
      .register(z.globalRegistry, {
        description: 'Account id. apply refuses a token for any other account.',
        examples: [1001],
      })
      .optional(),
    baseUrl: z
      .string()
      .register(z.globalRegistry, {
        description: 'Base URL of the service: https, or http for this machine.',
        default: DEFAULT_BASE_URL,
        examples: [DEFAULT_BASE_URL],
      })
      .optional(),
    surface: z
      .enum(SURFACES)
      .register(z.globalRegistry, {
        description: 'Endpoints that trueup uses.',
        enumDescriptions: SURFACE_MEANINGS,
        default: DEFAULT_SURFACE,
        examples: ['documented'],
      })
      .optional(),
    versions: Versions.describe('Versions of the dated surface, by resource.').optional(),
    protected: z
      .boolean()
      .register(z.globalRegistry, {
        description: 'apply needs a saved plan, or the account id as confirmation.',
        default: false,
      })
      .optional(),
    drift: z
      .enum(['revert', 'hold'])
      .register(z.globalRegistry, {
        description: 'What apply does with a value that changed in the account.',
        enumDescriptions: ['Resets it to the declaration in the files.', 'Leaves it until you decide.'],
        default: 'revert',
      })
      .optional(),
    auth: Auth.describe('Either accessToken, or clientId, clientSecret and refreshToken.').optional(),
    values: z
      .record(ValueName, z.union([z.string(), z.number(), z.boolean()]))
      .register(z.globalRegistry, {
        description: `Values of this account, used as \${values.name}.`,
        examples: [{ appId: 2001 }],
      })
      .optional(),
    policy: policy
      .describe(
        'Policy of this account. Each rule, parameter, limit or list of consents here replaces the shared value.',
      )
      .optional(),
    overrides: overrides
      .describe(
        'Differences of this account, with the keys of the document: other values, more definitions, and `omit` for missing definitions.',
      )
      .optional(),
  });

export function accountsSchema(policy: ReturnType<typeof policySchema>, overrides: z.ZodType) {
  return z
    .record(AccountName, accountSchema(policy, overrides))
    .register(z.globalRegistry, { description: 'Accounts of the project, by name.' });
}
