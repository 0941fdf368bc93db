/** Which variables are credentials, and their values: neither may be used anywhere but in `auth` and `apps`. */

import { PROXY_VARIABLES, proxySecrets } from '../../contract/proxy.ts';
import { createScrubber, SHORTEST_KNOWN } from '../../contract/scrub.ts';
import { type Secret, secret } from '../../contract/secret.ts';
import { mapping } from '../../model/json.ts';
import type { Project } from '../../model/project.ts';
import type { Env } from '../check/variables.ts';
import type { Listing } from '../check/visible.ts';
import { APP_SECRETS, SECRET_FIELDS } from '../schema/account.ts';
import { documentsOf } from '../yaml/source.ts';
import { type DeclaredAccount, declaredAccounts } from './accounts.ts';
import { type DeclaredApp, declaredApps } from './apps.ts';
import { variableOf } from './credentials.ts';

/**
 * Credentials of the account that the environment defines, of the Git host that stores a ledger, and of a proxy: whether its
 * address holds a password differs between machines, so its variables are never used.
 */
const ALWAYS = [
  'TRUEUP_ACCESS_TOKEN',
  'TRUEUP_CLIENT_SECRET',
  'TRUEUP_REFRESH_TOKEN',
  'GITHUB_TOKEN',
  'GH_TOKEN',
  ...PROXY_VARIABLES,
] as const;

/** The address without its credentials is none: it may be shown. */
const PROXIES: ReadonlySet<string> = new Set(PROXY_VARIABLES);

/** Passed together with credentials, but not a credential. */
const NEVER = ['TRUEUP_BASE_URL', 'TRUEUP_CLIENT_ID', 'TRUEUP_HUB_ID', 'TRUEUP_SURFACE'] as const;

export interface KnownSecrets {
  /** Variables that a secret field names. */
  readonly fields: ReadonlySet<string>;
  /** Those, and the others that are credentials: a client id may be one of them. */
  readonly variables: ReadonlySet<string>;
  readonly values: readonly Secret[];
  /** Whether a string contains one of the values, in any form that is removed from output. */
  isIn(text: string): boolean;
}

/** The credentials of a listing are secret too. Of variables that are not listed, the files do not learn what they hold. */
export function knownSecrets(
  { accounts, apps }: { readonly accounts: readonly DeclaredAccount[]; readonly apps: readonly DeclaredApp[] },
  env: Env,
  { credentials = [], environment }: Listing = {},
): KnownSecrets {
  const isReadable = (name: string) =>
    environment === undefined || credentials.includes(name) || ALWAYS.some((one) => one === name);
  const auths = accounts.map(({ fields }) => mapping(fields['auth']) ?? {});
  const named = (field: string) => auths.flatMap((auth) => variableOf(auth[field]) ?? []);
  const ofApps = (field: string) => apps.flatMap(({ fields: app }) => variableOf(app[field]) ?? []);
  const keys = APP_SECRETS.flatMap(ofApps);
  const fields = new Set<string>([...ALWAYS, ...SECRET_FIELDS.flatMap(named), ...keys]);
  // Where credentials are listed, no file can say that one of them is none.
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

/** Every credential of every account and app whose variables are set, for whoever writes anything anywhere. */
export function projectSecrets(
  project: Project,
  env: Env,
  credentials: readonly string[] = [],
  environment?: readonly string[],
): readonly Secret[] {
  const documents = documentsOf(project);
  const declared = { accounts: declaredAccounts(documents), apps: declaredApps(documents) };
  return knownSecrets(declared, env, { credentials, environment }).values;
}
