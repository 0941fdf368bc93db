/** Strings whose form shows that they are credentials, regardless of their owner. */

import { HIDDEN } from './scrub.ts';

/** A private app's token: `pat-`, where the account is hosted, and a UUID. */
export const APP_TOKEN = /\bpat-[a-z0-9]+-[0-9a-z-]{8,}/gi;

/** Whether the token is one of a private app or a service key: the two look the same. */
export function isAppToken(token: string): boolean {
  return token.startsWith('pat-');
}

/** A refresh token: where the account is hosted, and a UUID. */
const REFRESH_TOKEN = /\b[a-z]{2,4}\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** An access token, in base64. */
const LONG = /[\w+/=-]{40,}/g;
const LONG_PART = 24;

/** The parts of a text that look like credentials. */
export function tokensIn(text: string): readonly string[] {
  return [
    ...(text.match(APP_TOKEN) ?? []),
    ...(text.match(REFRESH_TOKEN) ?? []),
    ...(text.match(LONG) ?? []).filter(isRandom),
  ];
}

export function withoutTokens(text: string): string {
  return tokensIn(text).reduce((shown, token) => shown.replaceAll(token, HIDDEN), text);
}

/** A path has short parts between its slashes, and a name seldom has digits and letters of both cases. */
function isRandom(text: string): boolean {
  return text
    .split('/')
    .some((part) => part.length >= LONG_PART && [/[a-z]/, /[A-Z]/, /\d/].every((sign) => sign.test(part)));
}
