/** Strings whose form shows that they are credentials, regardless of their owner. */

import { HIDDEN } from './scrub.ts';

/** A token of a private app: `pat-`, the region of the account, and a UUID. */
export const APP_TOKEN = /\bpat-[a-z0-9]+-[0-9a-z-]{8,}/gi;

/** True for a token of a private app or a service key. Both have the same form. */
export function isAppToken(token: string): boolean {
  return token.startsWith('pat-');
}

/** A refresh token: the region of the account, and a UUID. */
const REFRESH_TOKEN = /\b[a-z]{2,4}\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** An access token, in base64. */
const LONG = /[\w+/=-]{40,}/g;
const LONG_PART = 24;

/** Returns the parts of a text that look like credentials. */
export function findTokens(text: string): readonly string[] {
  return [
    ...(text.match(APP_TOKEN) ?? []),
    ...(text.match(REFRESH_TOKEN) ?? []),
    ...(text.match(LONG) ?? []).filter(isRandom),
  ];
}

export function withoutTokens(text: string): string {
  return findTokens(text).reduce((shown, token) => shown.replaceAll(token, HIDDEN), text);
}

/** False for paths, which have short parts between slashes, and for most names, which seldom have digits and letters of both cases. */
function isRandom(text: string): boolean {
  return text
    .split('/')
    .some((part) => part.length >= LONG_PART && [/[a-z]/, /[A-Z]/, /\d/].every((sign) => sign.test(part)));
}
