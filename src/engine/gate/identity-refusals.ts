/** Interprets calls that do not identify the token: another call is tried, or the token is rejected. */

import { ApiError, AuthError, type TokenUse } from '../../errors.ts';

/** Statuses after which another call may identify the token. 410 means that the path is gone. */
const ASK_ANOTHER: readonly number[] = [400, 403, 404, 410];

/** @param more further statuses that say nothing about the token */
export async function asked<T>(
  reply: Promise<T>,
  use: TokenUse,
  more: readonly number[] = [],
): Promise<{ readonly value: T } | { readonly refusal: ApiError }> {
  try {
    return { value: await reply };
  } catch (error) {
    if (error instanceof ApiError && [...ASK_ANOTHER, ...more].includes(error.status)) return { refusal: error };
    throw refusedToken(error, use);
  }
}

/** A 401 in words that say which token it is about; any other error as it is. */
function refusedToken(error: unknown, { baseUrl, origin }: TokenUse): unknown {
  const answer = error instanceof AuthError ? error.cause : error;
  if (!(answer instanceof ApiError) || answer.status !== 401) return error;
  if (answer.category === 'EXPIRED_AUTHENTICATION') {
    return new AuthError('token-refused', `The access token ${origin} has expired: ${answer.message}`, {
      hint: SET_ANOTHER,
      cause: error,
    });
  }
  return new AuthError('token-unknown', `The service at ${baseUrl} does not know the access token ${origin}.`, {
    hint: 'Check that the token belongs to this address, is complete and has not expired.',
    cause: error,
  });
}

const SET_ANOTHER = 'Set a new access token, or a client id, a client secret and a refresh token to renew it.';

/** Introspection says so of a token that is expired, revoked, unknown or of another app (assumption A63). */
export function inactive({ baseUrl, origin }: TokenUse): AuthError {
  return new AuthError(
    'token-refused',
    `The service at ${baseUrl} says that the access token ${origin} is not active.`,
    {
      hint: `It is expired, revoked, or of another app than the client id. ${SET_ANOTHER}`,
    },
  );
}

export function unproven(refusals: readonly ApiError[], { baseUrl, origin }: TokenUse): AuthError {
  const answers = refusals.map(({ message }) => message).join(' ');
  const message = `The service at ${baseUrl} does not tell which account the access token ${origin} belongs to. ${answers}`;
  return new AuthError('account-unproven', message, {
    // The hint of a removed path is more specific.
    hint:
      refusals.find(({ gone }) => gone)?.hint ?? 'Check the base URL, and that the token may read the account details.',
    cause: refusals.at(-1),
  });
}

/** @param members of the reply that do not fit the token or its app */
export function aboutAnother(members: readonly string[], { baseUrl, origin }: TokenUse): AuthError {
  const message = `The service at ${baseUrl} answered about another token than the access token ${origin}: ${members.join(', ')} does not match.`;
  return new AuthError('account-unproven', message, {
    hint: 'Check the client id, that the token is an access token of its app, and any proxy in between.',
  });
}

export function contradicted(one: number, other: number, { baseUrl, origin }: TokenUse): AuthError {
  const message = `The service at ${baseUrl} tells two accounts for the access token ${origin}: ${one} and ${other}.`;
  return new AuthError('account-unproven', message, { hint: 'Check the base URL, and any proxy in between.' });
}
