/** Finds planned calls for which the token lacks a scope. This is only advice, because the service decides. */

import { carriesKey, type DeveloperKeys, findApp } from '../../contract/developer-keys.ts';
import { formatAnyScope, listScopes } from '../../contract/scopes.ts';
import type { Finding } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';
import type { PlannedCall } from '../../model/plan.ts';

const MOST_CALLS = 3;

/**
 * Returns one finding for each set of scopes that the token lacks, with the calls that need one of them. `keys` are the developer keys that
 * some calls of apps carry instead of the token.
 */
export function checkScopes(
  calls: readonly PlannedCall[],
  granted: readonly string[],
  keys: DeveloperKeys,
): readonly Finding[] {
  const has = new Set(granted);
  // A call with the developer key of an app needs no scope.
  const needs = calls
    .filter((call) => !carriesKey(call, keys))
    .map((call) => ({ call, scopes: listScopes(call.endpoint, call.params) }));
  const lacking = needs.filter(({ scopes }) => scopes.length > 0 && !scopes.some((scope) => has.has(scope)));
  return [...Map.groupBy(lacking, ({ scopes }) => scopes.join(' ')).values()].map((group) => ({
    code: 'scope-missing',
    severity: 'warning',
    message: `${callsText(group.map(({ call }) => call))} ${scopesText(group[0]?.scopes ?? [])}`,
    ...adviseScope(group.map(({ call }) => call)),
  }));
}

const ALONE = 'If the service refuses a call anyway, only the changes of that call fail.';

/** The calls of an app want its developer key, or a token that the app itself was given. */
function adviseScope(calls: readonly PlannedCall[]): Advice {
  const apps = [...new Set(calls.map((call) => findApp(call)))].filter((app) => app !== undefined);
  if (apps.length === 0) {
    return { hint: `Add the scope to the app or key, and authorize an OAuth app again. ${ALONE}` };
  }
  return {
    hint: `Webhooks need the developer key of the account that owns the app. ${ALONE}`,
    fix: apps.map((app) => ({ action: 'set-developer-key', app })),
  };
}

function callsText(calls: readonly PlannedCall[]): string {
  const named = calls.slice(0, MOST_CALLS).map(({ id, method, path }) => `${method} ${path} (${id})`);
  const others = calls.length - named.length;
  const list = others === 0 ? named : [...named, `${others} more ${others === 1 ? 'call' : 'calls'}`];
  return `${list.join(', ')} ${calls.length === 1 ? 'needs' : 'need'}`;
}

function scopesText(scopes: readonly string[]): string {
  if (scopes.length === 1) return `the scope ${scopes.join('')}, which the token does not have.`;
  return `one of these scopes, and the token has none of them: ${formatAnyScope(scopes)}.`;
}
