/** An account as declared in the configuration, with its address and credentials. */

import type { Secret } from '../contract/secret.ts';
import type { Surface, Versions } from '../contract/surfaces.ts';

export type Credentials =
  | {
      readonly kind: 'access-token';
      readonly accessToken: Secret;
      /** Environment variable with the access token. */
      readonly variable: string;
    }
  | {
      readonly kind: 'refresh-token';
      readonly clientId: string;
      readonly clientSecret: Secret;
      readonly refreshToken: Secret;
      /** Environment variable with the refresh token. */
      readonly variable: string;
    }
  /** No credentials for a token: the library's fetchToken returns tokens, `app` can log in, or only offline commands work. */
  | { readonly kind: 'none'; readonly app?: { readonly clientId: string; readonly clientSecret: Secret } };

/** User of a token. `name` is the id if the service tells no name. */
export interface TokenUser {
  readonly id: string;
  readonly name: string;
}

export interface Account {
  readonly name: string;
  /** Account id; apply refuses a token of any other account. If undefined, the id of the token is used and pinned in the ledger. */
  readonly hubId: number | undefined;
  /** Environment variable with the id. Absent if the files contain the id, or the variable is unknown. */
  readonly hubIdVariable?: string | undefined;
  readonly baseUrl: string;
  /** True if a variable of the base URL is not set, so that the default replaces it. Allowed only for work without calls. */
  readonly baseUrlUnset?: true;
  /** Interface of the service that is used. Files, ledger and plan are the same for both interfaces. */
  readonly surface: Surface;
  /** Version of each resource on the dated surface. */
  readonly versions: Versions;
  /** True if apply needs a saved plan, or the account id as confirmation. */
  readonly protected: boolean;
  /** Treatment of values that changed in the account: apply overwrites them, or holds them until a user decides. */
  readonly drift: 'revert' | 'hold';
  readonly credentials: Credentials;
  /** Labels that the caller gave the account. Its plans contain them; they are never secret. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Environment variable of each field of the auth entry. Absent if the account has no auth entry. */
  readonly auth?: AuthVariables;
}

/** Returns the app of an account, even if the account has no refresh token yet. */
export function findAppCredentials(
  credentials: Credentials,
): { readonly clientId: string; readonly clientSecret: Secret } | undefined {
  switch (credentials.kind) {
    case 'refresh-token':
      return credentials;
    case 'none':
      return credentials.app;
    case 'access-token':
      return undefined;
  }
}

/** Recommends another token first. Changing the account id is right only if the user meant the other account from the start. */
export function ownTokenHint(
  found: number,
  expected: number,
  { hubIdVariable = 'hubId' }: Pick<Account, 'hubIdVariable'>,
): string {
  return `Use a token of account ${expected}. Only if account ${found} is the one you mean, correct ${hubIdVariable}.`;
}

/** Returns the origin of an access token of these credentials, such as `in SANDBOX_TOKEN`. */
export function tokenOrigin(credentials: Credentials): string {
  switch (credentials.kind) {
    case 'access-token':
      return `in ${credentials.variable}`;
    case 'refresh-token':
      return `obtained with the refresh token in ${credentials.variable}`;
    case 'none':
      return 'that the caller passed';
  }
}

type Identity = Pick<Account, 'name' | 'hubId' | 'credentials' | 'auth'>;

/** True if a declared account is certainly the sought account of the service: by its id or, without an id, by its credentials. */
export function isOfHub(declared: Identity, sought: Identity): boolean {
  if (declared.hubId !== undefined) return declared.hubId === sought.hubId;
  const [one, other] = [describeCredentials(declared.credentials), describeCredentials(sought.credentials)];
  if (one !== undefined && one === other) return true;
  if (declared.auth === undefined && sought.auth === undefined) return declared.name === sought.name;
  return JSON.stringify(declared.auth) === JSON.stringify(sought.auth);
}

/** Returns the secret of the credentials. Returns undefined if there is none. */
function describeCredentials(credentials: Credentials): string | undefined {
  switch (credentials.kind) {
    case 'access-token':
      return credentials.accessToken.reveal();
    case 'refresh-token':
      return credentials.refreshToken.reveal();
    case 'none':
      return undefined;
  }
}

export type AuthVariables = Readonly<
  Partial<Record<'accessToken' | 'clientId' | 'clientSecret' | 'refreshToken', string>>
>;
