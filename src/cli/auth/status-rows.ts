/** The rows of `trueup auth status`: only what the service said of the token. */

import type { TokenIdentity } from '../../index.ts';
import { moment, spanOf } from '../../model/moment.ts';
import { type KeyState, keyWords } from './developer-keys.ts';
import type { Needs } from './scopes.ts';

type StatusRow = readonly [name: string, value: string];

export const CREDENTIALS: Readonly<Record<TokenIdentity['kind'], string>> = {
  'oauth-token': 'OAuth access token',
  'app-token': 'token of a private app, or service key',
  unknown: 'unknown',
};

export interface Shown {
  readonly needs: Needs;
  readonly keys: readonly KeyState[];
}

export function statusRows(
  identity: TokenIdentity,
  { needs, keys }: Shown,
  now: number,
  verbose: boolean,
): readonly StatusRow[] {
  const { metadata, accountType, userId, appId } = identity;
  return [
    ['account', `${identity.hubId}${metadata?.hub_domain ? ` (${metadata.hub_domain})` : ''}`],
    ...row('account type', accountType),
    ['credential', CREDENTIALS[identity.kind]],
    ...row('user', userId === null ? null : metadata ? `${metadata.user ?? 'unknown'} (${userId})` : String(userId)),
    ...row('app', appId === null ? null : String(appId)),
    ...row('token type', metadata?.token_type),
    ...row('expires', metadata && expiry(now, metadata.expires_in)),
    ...scopeRows(identity, needs, verbose),
    ...keys.map((key) => ['developer key', `app ${key.app}: ${keyWords(key)}`] as const),
  ];
}

function row(name: string, value: string | null | undefined): readonly StatusRow[] {
  return value == null ? [] : [[name, value]];
}

function scopeRows(
  { scopes }: Pick<TokenIdentity, 'scopes'>,
  { met, lacking, keyed }: Needs,
  verbose: boolean,
): readonly StatusRow[] {
  if (scopes === null) return [['scopes', 'unknown, so none is checked']];
  const [key] = keyed;
  return [
    ['scopes', verbose ? scopes.join(' ') : `${scopes.length} (--verbose lists them)`],
    ...met.map((need): StatusRow => ['has', `${need.scopes.find((scope) => scopes.includes(scope))} (${need.kind})`]),
    ...lacking.map((need): StatusRow => ['lacks', `${oneOf(need.scopes, verbose)}, for ${need.call} (${need.kind})`]),
    ...row('lacks', key && `the developer key of the app (${key.kind})`),
    ...row('lacks', lacking.length + keyed.length === 0 ? 'no scope' : undefined),
  ];
}

/** Any one of them is enough, and the first grants least. */
export function oneOf(scopes: readonly string[], verbose: boolean): string {
  const [first = ''] = scopes;
  return verbose || scopes.length < 3 ? scopes.join(' or ') : `${first} or one of ${scopes.length - 1} others`;
}

/** `2026-11-18 10:20 UTC (in 29 minutes)`. An invalid value of the service is shown unchanged. */
export function expiry(now: number, seconds: number): string {
  const end = new Date(now + seconds * 1000);
  if (Number.isNaN(end.getTime())) return `in ${seconds} seconds`;
  return `${moment(end.toISOString())} (in ${spanOf(seconds * 1000) ?? 'less than a minute'})`;
}
