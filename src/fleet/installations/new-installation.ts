/** Checks an account that installed the app: all invalid fields are named at once. */

import { type Expected, isObject, requireArguments } from '../../model/arguments.ts';
import { A_HUB } from '../database/arguments.ts';

export interface NewInstallation {
  readonly hubId: number;
  /** Of the app, digits. */
  readonly appId: string;
  readonly refreshToken: string;
  /** Granted scopes. */
  readonly scopes: readonly string[];
  /**
   * Labels to choose accounts by, such as `{ plan: 'pro', region: 'eu' }`. A name has no `=`, because the command line writes `name=value`.
   */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** Never shows the token. @throws UsageError `argument-invalid` */
export function requireInstallation(given: NewInstallation): NewInstallation {
  requireArguments('installed', { ...given, labels: given.labels ?? {} }, EXPECTED);
  return given;
}

const EXPECTED: Readonly<Record<keyof NewInstallation, Expected>> = {
  hubId: A_HUB,
  appId: { what: 'a text of digits', fits: matching(/^\d{1,20}$/) },
  refreshToken: { what: 'a text of ASCII without blanks', fits: isWord },
  scopes: { what: 'a list of words', fits: (value) => Array.isArray(value) && value.every(isWord) },
  labels: {
    what: 'an object of texts of up to 100 printable signs, without = in a name',
    fits: (value) =>
      isObject(value) &&
      Object.entries(value).every(([name, text]) => isLabel(name) && !name.includes('=') && isLabel(text)),
  },
};

function matching(pattern: RegExp): Expected['fits'] {
  return (value) => typeof value === 'string' && pattern.test(value);
}

function isWord(value: unknown): boolean {
  return matching(/^[\x21-\x7e]+$/)(value);
}

function isLabel(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed() && /^[^\p{Cc}]{1,100}$/u.test(value);
}
