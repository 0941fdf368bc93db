/** The variables that are credentials, and their values. They may be used only in `auth` and `apps`. */

import { PROXY_VARIABLES, proxySecrets } from '../../contract/proxy.ts';
import { createScrubber, SHORTEST_KNOWN } from '../../contract/scrub.ts';
import { type Secret, secret } from '../../contract/secret.ts';
import { mapping } from '../../model/json.ts';
import type { Project } from '../../model/project.ts';
import type { Env } from '../check/variables.ts';
import type { Listing } from '../check/visible.ts';
import { APP_SECRETS, SECRET_FIELDS } from '../schema/account.ts';
import { parseDocuments } from '../yaml/source.ts';
import { type DeclaredAccount, declaredAccounts } from './accounts.ts';
import { type DeclaredApp, declaredApps } from './apps.ts';
import { findVariable } from './credentials.ts';

/**
 * Credentials of the environment account, of the Git host with the ledger, and of a proxy. Proxy variables are always included, because
 * their address has a password on some machines only.
 */
const ALWAYS = [
  'TRUEUP_ACCESS_TOKEN',
  'TRUEUP_CLIENT_SECRET',
  'TRUEUP_REFRESH_TOKEN',
  'GITHUB_TOKEN',
  'GH_TOKEN',
  ...PROXY_VARIABLES,
] as const;

/** Variables whose address may be shown without its credentials. */
const PROXIES: ReadonlySet<string> = new Set(PROXY_VARIABLES);

/** Variables that are passed together with credentials, but are not credentials. */
const NEVER = ['TRUEUP_BASE_URL', 'TRUEUP_CLIENT_ID', 'TRUEUP_HUB_ID', 'TRUEUP_SURFACE'] as const;

export interface KnownSecrets {
  /** Variables of secret fields. */
  readonly fields: ReadonlySet<string>;
  /** Variables of secret fields and all other credentials, such as a client id. */
  readonly variables: ReadonlySet<string>;
  readonly values: readonly Secret[];
  /** Returns true if a string contains a value, in any form that is removed from output. */
  isIn(text: string): boolean;
}

/** Collects the secrets of the files and of the credentials in a listing. Values of unlisted variables are not read. */
export function knownSecrets(
  { accounts, apps }: { readonly accounts: readonly DeclaredAccount[]; readonly apps: readonly DeclaredApp[] },
  env: Env,
  { credentials = [], environment }: Listing = {},
): KnownSecrets {
  const isReadable = (name: string) =>
    environment === undefined || credentials.includes(name) || ALWAYS.some((one) => one === name);
  const auths = accounts.map(({ fields }) => mapping(fields['auth']) ?? {});
  const named = (field: string) => auths.flatMap((auth) => findVariable(auth[field]) ?? []);
  const ofApps = (field: string) => apps.flatMap(({ fields: app }) => findVariable(app[field]) ?? []);
  const keys = APP_SECRETS.flatMap(ofApps);
  const fields = new Set<string>([...ALWAYS, ...SECRET_FIELDS.flatMap(named), ...keys]);
  // If credentials are listed, the files cannot declare a listed variable harmless.
  const open = new Set<string>([
    ...NEVER,
    ...(environment === undefined ? [...named('clientId'), ...ofApps('clientId')] : []),
  ]);
  const variables = new Set([...fields, ...credentials.filter((name) => !open.has(name))]);
  const found = [...variables].filter((name) => !PROXIES.has(name) && isReadable(name)).map((name) => env[name] ?? '');
  const texts = new Set([...found, ...proxySecrets(env)].filter((text) => text.length >= SHORTEST_KNOWN));
  const { scrub } = createScrubber([...texts], SHORTEST_KNOWN);
  return {
    fields,
    variables,
    values: [...texts].map(secret),
    isIn: (text) => scrub(text) !== text,
  };
}

/** Returns every credential of all accounts and apps whose variables are set. All output must hide them. */
export function projectSecrets(
  project: Project,
  env: Env,
  credentials: readonly string[] = [],
  environment?: readonly string[],
): readonly Secret[] {
  const documents = parseDocuments(project);
  const declared = { accounts: declaredAccounts(documents), apps: declaredApps(documents) };
  return knownSecrets(declared, env, { credentials, environment }).values;
}
