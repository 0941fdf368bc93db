/** Judges a token: its owner, its scopes, and the developer keys of apps. */

import type { TokenIdentity } from '../../faces.ts';
import { tokenOrigin } from '../../model/account.ts';
import type { Check } from '../../model/checkup.ts';
import type { Resolution } from '../../model/desired.ts';
import { formatSpan, moment } from '../../model/moment.ts';
import { count } from '../../report/text/layout.ts';
import type { Context } from '../context.ts';
import { ok, problem, warning } from '../doctor/checks.ts';
import type { CommonFlags } from '../flags.ts';
import { type KeyState, keyWords } from './developer-keys.ts';
import { judgeNeeds, type Needs } from './scopes.ts';

/** `keys`: the checks of the developer keys, which need no token. */
export function checkIdentity(
  context: Context,
  { verbose = false }: CommonFlags,
  declared: Resolution,
  identity: TokenIdentity,
  keys: readonly Check[],
): readonly Check[] {
  const needs = judgeNeeds(declared, identity);
  return [
    checkToken(context, declared, identity),
    ...checkScopes(identity, needs, verbose),
    ...checkNeededKeys(declared, needs, keys),
  ];
}

const CREDENTIALS: Readonly<Record<TokenIdentity['kind'], string>> = {
  'oauth-token': 'OAuth access token',
  'app-token': 'Token of a private app, or service key',
  unknown: 'A token',
};

function checkToken(
  { world }: Context,
  { account }: Resolution,
  { kind, metadata, userId, appId }: TokenIdentity,
): Check {
  const facts = [
    ...(metadata?.user ? [`of user ${metadata.user}`] : userId === null ? [] : [`of user ${userId}`]),
    ...(appId === null ? [] : [`of app ${appId}`]),
    metadata ? `expires ${expiry(world.now(), metadata.expires_in)}` : 'expiry unknown',
  ];
  return ok('token', `${CREDENTIALS[kind]} ${tokenOrigin(account.credentials)}: ${facts.join(', ')}.`);
}

function checkScopes({ scopes }: TokenIdentity, { met, lacking }: Needs, verbose: boolean): readonly Check[] {
  if (scopes === null)
    return [
      warning(
        'scopes',
        'The check of the scopes was skipped, because the service does not list the scopes of the token.',
      ),
    ];
  const all = verbose ? ` It has ${scopes.join(' ')}.` : '';
  if (lacking.length === 0) {
    const found = met.length === 0 ? '; the files need none' : ', and none is missing';
    return [ok('scopes', `The token has ${count(scopes.length, 'scope')}${found}.${all}`)];
  }
  return lacking.map((need, index) =>
    warning(
      'scopes',
      `The token seems to lack ${formatAlternatives(need.scopes)}, for ${need.call} (${need.kind}).${index === 0 ? all : ''}`,
      'Add the scope to the app or key. If the service refuses a call, only its changes fail.',
    ),
  );
}

/** A missing developer key matters only if a declared resource needs it. */
function checkNeededKeys(
  { declaredKeys }: Resolution,
  { keyed: [need] }: Needs,
  checks: readonly Check[],
): readonly Check[] {
  if (need === undefined || declaredKeys.length > 0) return checks;
  const message = `${need.call} (${need.kind}) needs the developer key of the app, and no app in the configuration has a developer key.`;
  return [warning('developer-key', message, 'Set it in apps: the token of a private app is refused for webhooks.')];
}

export function checkKeys(keys: readonly KeyState[]): readonly Check[] {
  if (keys.length === 0) return [ok('developer-key', 'No app in the configuration has a developer key.')];
  return keys.map(checkKey);
}

function checkKey(key: KeyState): Check {
  const message = `App ${key.app}: ${keyWords(key).replace(/\.$/, '')}.`;
  switch (key.status) {
    case 'accepted':
      return ok('developer-key', message);
    case 'unknown':
    case 'unchecked':
      return warning('developer-key', message, key.message);
    case 'refused':
      return problem('developer-key', message, [key.message, key.hint].join(' ').trim());
    case 'not-set':
    case 'malformed':
      return problem('developer-key', message);
  }
}

/** Any one scope is enough, and the first grants least. */
function formatAlternatives(scopes: readonly string[]): string {
  const [first = ''] = scopes;
  return scopes.length < 3 ? scopes.join(' or ') : `${first} or one of ${scopes.length - 1} others`;
}

/** `2026-11-18 10:20 UTC (in 29 minutes)`. An invalid value of the service is shown unchanged. */
function expiry(now: number, seconds: number): string {
  const end = new Date(now + seconds * 1000);
  if (Number.isNaN(end.getTime())) return `in ${seconds} seconds`;
  return `${moment(end.toISOString())} (in ${formatSpan(seconds * 1000) ?? 'less than a minute'})`;
}
