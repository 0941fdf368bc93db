/** What `trueup auth status` says of a token, row by row: only what the service identity. */

import type { TokenIdentity } from '../../index.ts';
import { moment, spanOf } from '../../model/moment.ts';
import { type KeyState, keyWords } from './developer-keys.ts';
import { type Need, needsKey } from './scopes.ts';
import { signedRows } from './signed-token.ts';

type StatusRow = readonly [name: string, value: string];

export interface Needs {
  readonly needed: readonly Need[];
  readonly lacking: readonly Need[];
}

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
    ...scopeRows(identity, needs, verbose, keys),
    ...keys.map((key) => ['developer key', `app ${key.app}: ${keyWords(key)}`] as const),
    ...(verbose && metadata ? signedRows(metadata) : []),
  ];
}

function row(name: string, value: string | null | undefined): readonly StatusRow[] {
  return value == null ? [] : [[name, value]];
}

function scopeRows(
  { scopes, kind }: Pick<TokenIdentity, 'scopes' | 'kind'>,
  needs: Needs,
  verbose: boolean,
  keys: readonly KeyState[],
): readonly StatusRow[] {
  if (scopes === null) return [['scopes', 'unknown, so none is checked']];
  const unusable = keys.filter(({ status }) => UNUSABLE.includes(status));
  const isKeyed = (need: Need): boolean => needsKey(need, { kind });
  const keyed = [...needs.needed, ...needs.lacking].filter(isKeyed);
  const needed = needs.needed.filter((need) => !isKeyed(need));
  const lacking = needs.lacking.filter((need) => !isKeyed(need));
  return [
    ['scopes', verbose ? scopes.join(' ') : `${scopes.length} (--verbose lists them)`],
    ...once(needed.flatMap((need) => hasRow(need, scopes))),
    ...(lacking.length + keyed.length + unusable.length === 0 ? [['lacks', 'none'] as const] : []),
    ...once(keyed.map((need) => ['lacks', `the developer key of the app (${need.kind})`] as const)),
    ...unusable.map(
      ({ app, status }) =>
        ['lacks', `a developer key of app ${app} that is ${status === 'refused' ? 'accepted' : 'set'}`] as const,
    ),
    ...lacking.map((need) => ['lacks', `${oneOf(need.scopes, verbose)}, for ${need.call} (${need.kind})`] as const),
  ];
}

/** With which no call of the app is made. */
const UNUSABLE: readonly KeyState['status'][] = ['refused', 'not-set', 'malformed'];

/** One scope can meet several needs of a kind. */
function once(rows: readonly StatusRow[]): readonly StatusRow[] {
  return [...new Map(rows.map((one) => [one[1], one])).values()];
}

/** The first scope that meets the need; no row where none does. */
function hasRow({ scopes, kind }: Need, granted: readonly string[]): readonly StatusRow[] {
  const held = scopes.find((scope) => granted.includes(scope));
  return held === undefined ? [] : [['has', `${held} (${kind})`]];
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
