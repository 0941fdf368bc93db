/** One account as declared in the configuration, with what is needed to reach it. */

import type { Secret } from '../contract/secret.ts';
import type { Surface, Versions } from '../contract/surfaces.ts';

export type Credentials =
  | {
      readonly kind: 'access-token';
      readonly accessToken: Secret;
      /** Environment variable that holds it. */
      readonly variable: string;
    }
  | {
      readonly kind: 'refresh-token';
      readonly clientId: string;
      readonly clientSecret: Secret;
      readonly refreshToken: Secret;
      /** Environment variable that holds the refresh token. */
      readonly variable: string;
    }
  /** Nothing to get a token with: the library's fetchToken gives tokens, `app` can log in, or only offline commands work. */
  | { readonly kind: 'none'; readonly app?: { readonly clientId: string; readonly clientSecret: Secret } };

export interface Account {
  readonly name: string;
  /** Account id; apply refuses a token of any other. Undefined: taken from the token and pinned in the ledger. */
  readonly hubId: number | undefined;
  /** The environment variable that the id comes from; absent where it is the files' or unknown. */
  readonly hubIdVariable?: string | undefined;
  readonly baseUrl: string;
  /** A variable in it is not set, so that the default stands in its place: only for work without calls. */
  readonly baseUrlUnset?: true;
  /** Which of the service's two interfaces is used; the files, the ledger and the plan say the same on both. */
  readonly surface: Surface;
  /** Of the dated surface: the version of each resource. */
  readonly versions: Versions;
  /** apply needs a saved plan, or the account id as confirmation. */
  readonly protected: boolean;
  /** What apply does with a value that changed in the account: overwrite it, or leave it until someone chooses. */
  readonly drift: 'revert' | 'hold';
  readonly credentials: Credentials;
  /** Marks that the caller gave it, which its plans carry; never secret. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Of an account with an auth entry, the environment variable that each of its fields names. */
  readonly auth?: AuthVariables;
}

/** The app of an account: one that has no refresh token yet can have it already. */
export function appOf(
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

/** Another token first: an account id is changed only by who meant another account all along. */
export function ownTokenHint(
  found: number,
  expected: number,
  { hubIdVariable = 'hubId' }: Pick<Account, 'hubIdVariable'>,
): string {
  return `Use a token of account ${expected}. Only if account ${found} is the one you mean, correct ${hubIdVariable}.`;
}

/** Where an access token of these credentials comes from: `in SANDBOX_TOKEN`. */
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

/** Whether a declared account is this one of the service for certain: by its id or, where it has none, by its credentials. */
export function isOfHub(declared: Identity, sought: Identity): boolean {
  if (declared.hubId !== undefined) return declared.hubId === sought.hubId;
  const [one, other] = [textOf(declared.credentials), textOf(sought.credentials)];
  if (one !== undefined && one === other) return true;
  if (declared.auth === undefined && sought.auth === undefined) return declared.name === sought.name;
  return JSON.stringify(declared.auth) === JSON.stringify(sought.auth);
}

/** What is secret of it. Undefined where it has nothing. */
function textOf(credentials: Credentials): string | undefined {
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
