/** Mutants that no test can tell from the original, each with the reason. They do not count. */

export const EQUIVALENT: Readonly<Record<string, string>> = {
  '1aed59ae68': 'A signal aborts once, so a listener that hears it once hears it as often as any.',
  // diff.ts
  e3d8f7791b: 'Only fields with a change are among those that move.',
  '894fe8c63f': 'Only fields with a change are among those that are held.',
};
