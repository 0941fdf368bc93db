/** The syntax of RE2, which the service uses for the patterns of validation rules. Its library is loaded with the first pattern. */

import { createRequire } from 'node:module';
import type * as Re2 from 're2js';

/** Returns the reason why RE2 refuses the pattern, or undefined if RE2 reads it. */
export function findRe2Fault(pattern: string): string | undefined {
  const { RE2JS, RE2JSException } = loadRe2();
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return describeRe2Error(error);
  }
}

/** Returns the reason in the words of the library. */
export function describeRe2Error(error: Re2.RE2JSException): string {
  return error.message.replace('error parsing regexp: ', '');
}

/** Loads the library on demand, because most runs have no pattern. */
export function loadRe2(): typeof Re2 {
  return createRequire(import.meta.url)('re2js');
}
