/** Mutants that no test can tell from the original, each with the reason. They do not count. */

export const EQUIVALENT: Readonly<Record<string, string>> = {
  '1aed59ae68': 'A signal aborts once, so a listener that hears it once hears it as often as any.',
};
