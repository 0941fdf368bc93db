/** Identifies the secret parts of a call and of an error. */

import type { ApiCall } from '../contract/calls.ts';
import { formatPath } from '../contract/endpoints.ts';
import { HIDDEN } from '../contract/scrub.ts';
import type { Versions } from '../contract/surfaces.ts';

/** Secret members of bodies and paths (interface 4.1, 10.2). */
const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'client_secret',
  'code',
  'refresh_token',
  'code_verifier',
  'token',
  'tokenKey',
]);

/** Returns the secret strings in a call: a token in its path, members of the token form, the token to look up. */
export function listSecrets(call: ApiCall): readonly string[] {
  const members = [...Object.entries(call.params), ...Object.entries(call.body ?? {})];
  return members.flatMap(([name, value]) => (SECRET_MEMBERS.has(name) && typeof value === 'string' ? [value] : []));
}

/** Returns the path of a call for display. */
export function shownPath(call: ApiCall, versions: Versions): string {
  if (call.params['token'] === undefined) return formatPath(call.endpoint, call.params, versions);
  return formatPath(call.endpoint, { ...call.params, token: HIDDEN }, versions).replace(
    encodeURIComponent(HIDDEN),
    HIDDEN,
  );
}

/**
 * Returns name, code and scrubbed message of a foreign error. The error itself can contain parts of the request or the reply, including a
 * token.
 */
export function plainCause(error: unknown, scrub: (text: string) => string = (text) => text): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const cause = new Error(scrub(error.message));
  cause.name = error.name;
  return Object.assign(cause, { code: readErrorCode(error) });
}

/** Returns the code of an error, or its name if it has none. */
export function readErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
