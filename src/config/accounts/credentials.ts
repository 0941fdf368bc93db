/** Credentials of the chosen account: each secret is exactly one environment variable and becomes a Secret. */

import { defined } from '../../contract/defined.ts';
import { type Secret, secret } from '../../contract/secret.ts';
import type { AuthVariables, Credentials } from '../../model/account.ts';
import type { Fix } from '../../model/fix.ts';
import type { Json } from '../../model/json.ts';
import type { Visible } from '../check/visible.ts';
import { SECRET_FIELDS } from '../schema/account.ts';
import type { Path, Problem } from '../yaml/position.ts';

export interface ReadCredentials {
  readonly credentials: Credentials;
  readonly problems: readonly Problem[];
}

type Fields = Readonly<Record<string, Json>>;

const REFERENCE = /^\$\{env\.([A-Za-z_][A-Za-z0-9_]*)\}$/;
/** Returns the variable if the text is a single reference. Returns undefined for any other text. */
export function findVariable(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined;
}

/** Returns the variables that an auth entry names, as written in the file. */
export function listVariables({ accessToken, clientId, clientSecret, refreshToken }: Fields): AuthVariables {
  return defined({
    accessToken: findVariable(accessToken),
    clientId: findVariable(clientId),
    clientSecret: findVariable(clientSecret),
    refreshToken: findVariable(refreshToken),
  });
}

const REFRESH_FIELDS = ['clientId', 'clientSecret', 'refreshToken'] as const;

/** Reports a secret that is written in the file, or composed of parts. */
export function writtenOut(value: Json | undefined, path: Path): Problem[] {
  if (typeof value !== 'string' || REFERENCE.test(value)) return [];
  return [
    {
      code: 'secret-in-file',
      severity: 'error',
      path,
      at: 'value',
      message: `${path.at(-1)} is a secret: it must be a single environment variable.`,
      hint: `Write "\${env.NAME}" and set that variable to the secret; if the secret was ever committed, replace it.`,
    },
  ];
}

/** Returns the secret that a field names. The secret is missing if the field is missing, or faulty and reported. */
export function readSecret(
  value: Json | undefined,
  path: Path,
  visible: Visible,
  missing: 'error' | 'info',
): { readonly secret?: Secret; readonly problems: readonly Problem[] } {
  const name = findVariable(value);
  if (name === undefined) return { problems: [] };
  const text = visible.in.credential[name];
  const fault = visible.refusal(name, 'credential') ?? secretFault(name, text);
  if (fault === undefined) return { secret: secret(text ?? ''), problems: [] };
  const severity = fault.code === 'credential-malformed' ? 'error' : missing;
  const { code, message, hint } = fault;
  return { problems: [{ code, message, ...defined({ hint }), severity, path, at: 'value' }] };
}

/** Checks that no file contains a secret and that the members are consistent, for every account. */
export function checkAuth(auth: Fields, path: Path): readonly Problem[] {
  const problems = SECRET_FIELDS.flatMap((field) => writtenOut(auth[field], [...path, field]));
  const isGiven = (field: string) => Object.hasOwn(auth, field);
  const refresh = REFRESH_FIELDS.filter(isGiven);
  const error = { severity: 'error', path, at: 'key' } as const;
  if (isGiven('accessToken') && refresh.length > 0) {
    const message = 'auth accepts either accessToken, or clientId, clientSecret and refreshToken, not both.';
    problems.push({ ...error, code: 'auth-ambiguous', message, hint: `Remove accessToken, or ${refresh.join(', ')}.` });
  } else if (!isGiven('accessToken') && refresh.length < REFRESH_FIELDS.length) {
    const missing = REFRESH_FIELDS.filter((field) => !isGiven(field));
    const message =
      refresh.length === 0
        ? 'auth needs accessToken, or clientId, clientSecret and refreshToken.'
        : `auth is missing ${missing.join(' and ')}.`;
    problems.push({ ...error, code: 'auth-incomplete', message });
  }
  return problems;
}

/**
 * Reads the credentials of an auth entry.
 * @param auth entry as written in the file, with clientId interpolated and secrets not
 * @param path path of the auth entry: accounts, name, auth
 * @param missing severity of a variable that is not set
 */
export function readCredentials(
  auth: Fields,
  path: Path,
  visible: Visible,
  missing: 'error' | 'info' = 'error',
): ReadCredentials {
  const problems: Problem[] = [];
  const read = (field: string): Secret | undefined => {
    const found = readSecret(auth[field], [...path, field], visible, missing);
    for (const problem of found.problems) {
      // Only a login returns a refresh token.
      const variable = field === 'refreshToken' ? findVariable(auth[field]) : undefined;
      const logIn = problem.code === 'credential-unset' && variable !== undefined;
      const fix: readonly Fix[] = logIn ? [{ action: 'log-in', account: String(path[1]), variable }] : [];
      problems.push({ ...problem, ...(logIn ? { fix } : {}) });
    }
    return found.secret;
  };
  const accessToken = read('accessToken');
  const clientSecret = read('clientSecret');
  const refreshToken = read('refreshToken');
  const { clientId } = auth;
  const variable = findVariable(auth[accessToken === undefined ? 'refreshToken' : 'accessToken']) ?? '';
  if (accessToken !== undefined) return { credentials: { kind: 'access-token', accessToken, variable }, problems };
  // An unset variable of the client id is reported by the interpolation.
  const noId = typeof clientId !== 'string' || clientId.includes('${');
  if (noId || clientSecret === undefined) return { credentials: { kind: 'none' }, problems };
  const app = { clientId, clientSecret };
  if (refreshToken === undefined) return { credentials: { kind: 'none', app }, problems };
  return { credentials: { kind: 'refresh-token', ...app, refreshToken, variable }, problems };
}

/** Returns the problem of a secret's value. The value is never shown. */
export function secretFault(name: string, text: unknown): Pick<Problem, 'code' | 'message' | 'hint'> | undefined {
  if (typeof text !== 'string' || text === '') {
    const message = `The environment variable ${name} is ${text === '' ? 'empty' : 'not set'}.`;
    return { code: 'credential-unset', message, hint: `Set ${name} before the run.` };
  }
  if (!/^[\x21-\x7e]+$/.test(text)) {
    const message = `The environment variable ${name} contains spaces, line breaks or other characters that a token cannot have.`;
    return { code: 'credential-malformed', message, hint: adviseToken(name, text) };
  }
  if (QUOTED.test(text)) {
    const message = `The environment variable ${name} begins or ends with a quotation mark, which a token cannot have.`;
    return { code: 'credential-malformed', message, hint: `Set ${name} to the text between the quotation marks.` };
  }
  return undefined;
}

const QUOTED = /^["']|["']$/;

function adviseToken(name: string, text: string): string {
  return /^["']?bearer\s/i.test(text)
    ? `Set ${name} to only the token, without the word Bearer in front of it.`
    : 'Look for a line break that was copied with it.';
}
