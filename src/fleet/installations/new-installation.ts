/** What a program says of an account that installed the app, checked: all that is wrong with it is named at once. */

import { UsageError } from '../../errors.ts';

export interface NewInstallation {
  readonly hubId: number;
  /** Of the app, digits. */
  readonly appId: string;
  readonly refreshToken: string;
  /** That were granted. */
  readonly scopes: readonly string[];
  /** What accounts are chosen by, such as `{ plan: 'pro', region: 'eu' }`. A name has no `=`: the command line has one behind it. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** Throws UsageError `argument-invalid`; it never shows the token. */
export function requireInstallation(given: NewInstallation): NewInstallation {
  const { hubId, appId, refreshToken, scopes, labels = {} } = given;
  const wrong = [
    Number.isSafeInteger(hubId) && hubId > 0 ? undefined : 'hubId is not the id of an account',
    typeof appId === 'string' && /^\d{1,20}$/.test(appId) ? undefined : 'appId is not a text of digits',
    typeof refreshToken === 'string' && /^[\x21-\x7e]+$/.test(refreshToken)
      ? undefined
      : 'refreshToken is empty or holds a blank, a line break or a sign that is not ASCII',
    Array.isArray(scopes) && scopes.every(isWord) ? undefined : 'scopes is not a list of words',
    isLabels(labels) ? undefined : 'labels are not texts of up to 100 printable signs, or the name of one has a =',
  ].filter((one) => one !== undefined);
  if (wrong.length === 0) return given;
  throw new UsageError('argument-invalid', `installed was called with wrong arguments: ${wrong.join('; ')}.`, {
    hint: 'Pass what the exchange of the code gave: hub_id, refresh_token, and the scopes of the token.',
  });
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
}

function isLabels(labels: unknown): boolean {
  if (typeof labels !== 'object' || labels === null) return false;
  return Object.entries(labels).every(([name, value]) => isLabel(name) && !name.includes('=') && isLabel(value));
}

function isLabel(text: unknown): boolean {
  return typeof text === 'string' && text.isWellFormed() && /^[^\p{Cc}]{1,100}$/u.test(text);
}
