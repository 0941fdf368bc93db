/** Patterns of names in the syntax of RE2, which never backtracks, so that a pattern of a reviewed file cannot hang a run. */

import { describeRe2Error, loadRe2 } from '../../contract/re2.ts';

export type ReadPattern = { matches(name: string): boolean } | { readonly fault: string };

/** Instructions of a compiled pattern. Repetitions are unfolded, and the time that a name takes grows with them. */
const SIZE_LIMIT = 2_000;

export function readPattern(source: string): ReadPattern {
  const { RE2JS, RE2JSException } = loadRe2();
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source));
    if (pattern.programSize() > SIZE_LIMIT) return { fault: 'this pattern is too large: repeat fewer times' };
    return { matches: (name) => pattern.test(name) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { fault: `invalid pattern: ${describeRe2Error(error)}` };
  }
}
