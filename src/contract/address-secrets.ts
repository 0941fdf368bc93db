/** Credentials in an address of the form `SCHEME://USER:PASSWORD@HOST`. */

import { HIDDEN } from './scrub.ts';

/**
 * USER:PASSWORD, up to the last `@`: a password that is not percent-encoded can hold one, and a slash too. Digits before a slash
 * are a port. A path that is made of an address has one slash. Without a limit, the search of a hostile text would take minutes.
 */
const CREDENTIALS = /(?<=:\/\/?)([^\s/?#@:[]*:(?!\d*[/?#])\S{1,1000})(?=@)/g;

export function hasPassword(text: string): boolean {
  return text.search(CREDENTIALS) !== -1;
}

/** The credentials in each address of a text. */
export function addressSecrets(text: string): readonly string[] {
  return [...text.matchAll(CREDENTIALS)].flatMap(([, user = '']) => credentialForms(user));
}

export function withoutPasswords(text: string): string {
  return text.replace(CREDENTIALS, HIDDEN);
}

/** `USER:PASSWORD` and the password, as they are written and as they are sent. */
export function credentialForms(user: string): readonly string[] {
  const colon = user.indexOf(':');
  const parts = colon === -1 ? [user] : [user, user.slice(colon + 1)];
  return parts.flatMap((part) => [part, decoded(part)]);
}

/** Percent escapes resolved; a text that has none, or broken ones, stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
