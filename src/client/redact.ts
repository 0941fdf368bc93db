/** Which parts of a call and of an error are secret. */

import type { ApiCall } from '../contract/calls.ts';
import { pathOf } from '../contract/endpoints.ts';
import { HIDDEN } from '../contract/scrub.ts';

/** Members of bodies and of paths that are secret (interface 4.1, 10.2). */
const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'client_secret',
  'code',
  'refresh_token',
  'code_verifier',
  'token',
  'tokenKey',
]);

/** The secret texts a call itself carries: a token in its path, members of the token form, the token that is asked about. */
export function secretsOf(call: ApiCall): readonly string[] {
  const members = [...Object.entries(call.params), ...Object.entries(call.body ?? {})];
  return members.flatMap(([name, value]) => (SECRET_MEMBERS.has(name) && typeof value === 'string' ? [value] : []));
}

/** The path of a call as it may be shown. */
export function shownPath(call: ApiCall): string {
  if (call.params['token'] === undefined) return pathOf(call.endpoint, call.params);
  return pathOf(call.endpoint, { ...call.params, token: HIDDEN }).replace(encodeURIComponent(HIDDEN), HIDDEN);
}

/**
 * Name, code and scrubbed message of somebody else's error: the error itself can hold parts of the request or the reply, and
 * with them a token.
 */
export function plainCause(error: unknown, scrub: (text: string) => string = (text) => text): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const cause = new Error(scrub(error.message));
  cause.name = error.name;
  return Object.assign(cause, { code: codeOf(error) });
}

/** The code of an error, or its name where it has none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
