/** Credentials in an address of the form `SCHEME://USER:PASSWORD@HOST`. */

import { HIDDEN } from './scrub.ts';

/**
 * USER:PASSWORD, up to the last `@`, because an unencoded password can contain `@` and slashes. Digits before a slash are a port. A path
 * that is derived from an address has one slash only. The limit of 1000 characters keeps the search of a hostile text fast.
 */
const CREDENTIALS = /(?<=:\/\/?)([^\s/?#@:[]*:(?!\d*[/?#])\S{1,1000})(?=@)/g;

export function hasPassword(text: string): boolean {
  return text.search(CREDENTIALS) !== -1;
}

/** Returns the credentials in each address of a text. */
export function addressSecrets(text: string): readonly string[] {
  return [...text.matchAll(CREDENTIALS)].flatMap(([, user = '']) => credentialForms(user));
}

export function withoutPasswords(text: string): string {
  return text.replace(CREDENTIALS, HIDDEN);
}

/** Returns `USER:PASSWORD` and the password, as written and as sent. */
export function credentialForms(user: string): readonly string[] {
  const colon = user.indexOf(':');
  const parts = colon === -1 ? [user] : [user, user.slice(colon + 1)];
  return parts.flatMap((part) => [part, decoded(part)]);
}

/** Decodes percent escapes. Returns a text without escapes, or with invalid escapes, unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
