/** Mutants that no test can tell from the original, each with the reason. They do not count. */

export const EQUIVALENT: Readonly<Record<string, string>> = {
  '1aed59ae68': 'A signal aborts once, so a listener that hears it once hears it as often as any.',
  // order.ts
  '8467107d61': 'Every call that another needs is among those that are numbered.',
  '0dbe6cfe3c': 'Every call is numbered.',
  // schedule.ts
  b78336d16d: 'A call that waits for an unknown one is refused before any starts.',
  // options/merge.ts
  da973a3bcf: 'Any order below 0 leaves the position to the service.',
  // options/lists.ts
  a1b8f63648: 'No two options of a list have one position.',
  c3a626200a: 'Every position but the first has one before it.',
  c6c7477a06: 'Every position but the first has one before it.',
  // final-check.ts
  fd37430039: 'A call says what it leaves of every address that it covers.',
  d17cc96185: 'A call says what it records of every address that it covers.',
  // plan/diff.ts
  '9847834c26': 'Only fields with a change are among those that move.',
  // file-store.ts
  '44abf718c2': 'Any part of the end that holds a line tells the same.',
  '985f2c6429': 'No code is as little in the list as an empty one.',
  // memory-store.ts
  c88d84eb06: 'Every process of a memory store is there, whatever its number.',
  // replay.ts
  '7d2390fb59': 'No entries leave an equal ledger.',
  // store.ts
  '940d99c75a': 'A file that is there is not created.',
};
