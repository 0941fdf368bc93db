/** Mutants that no test can tell from the original, each with the reason. They do not count. */

export const EQUIVALENT: Readonly<Record<string, string>> = {};
