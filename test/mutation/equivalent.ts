/** Mutants that no test can tell from the original, each with the reason. They do not count. */

export const EQUIVALENT: Readonly<Record<string, string>> = {
  '1aed59ae68': 'A signal aborts once, so a listener that hears it once hears it as often as any.',
  // order.ts
  '8467107d61': 'Every call that another needs is among those that are numbered.',
  '0dbe6cfe3c': 'Every call is numbered.',
  '891b4d899e': 'Every call that another needs is among the nodes.',
  cdaf1a807d: 'Levels only order: twice as far apart they order the same.',
  e88b9181cf: 'Levels only order: all of them one deeper they order the same.',
  // route.ts
  c10aa4b97a: 'Any number that is no size of a set begins the loop.',
  // schedule.ts
  b78336d16d: 'A call that waits for an unknown one is refused before any starts.',
  a8bd81bde6: 'A call that did not succeed has an address that did not.',
  '7ee76b2e99': 'A call that did not succeed has an address that did not.',
  // options/merge.ts
  bc13973cba: 'Every number but the first has one before it.',
  '1cca250b63': 'Every number but the first has one before it.',
  b6db5d7d24: 'Every option of the list has a number.',
  da973a3bcf: 'Any order below 0 leaves the position to the service.',
  // options/left.ts
  '2a53d84207': 'No two options of a list have one position.',
  // options/lists.ts
  a1b8f63648: 'No two options of a list have one position.',
  c3a626200a: 'Every position but the first has one before it.',
  c6c7477a06: 'Every position but the first has one before it.',
  // options/drift.ts
  '7457e0d3b5': 'A change that lacks one side is left as it is, whichever side that is.',
  // final-check.ts
  fd37430039: 'A call says what it leaves of every address that it covers.',
  d17cc96185: 'A call says what it records of every address that it covers.',
  fff91a14de: 'What is not there is in no other form: each of its fields lacks a value.',
  ed004f41d5: 'What is not there is in no other form: each of its fields lacks a value.',
  '71c2630dc2': 'Where nothing is to be left, nothing is recorded.',
  // observe.ts
  e17020ec28: 'Only kinds that can be read share a read.',
  '5c943cc26d': 'Where no object types are asked for, none of a kind is among them.',
  // reread.ts
  '30a86a67fc': 'A read is over before the next one of its list begins.',
  // plan/diff.ts
  '9847834c26': 'Only fields with a change are among those that move.',
  // file-store.ts
  '44abf718c2': 'Any part of the end that holds a line tells the same.',
  aff2e8fdd9: 'No code is as little in the list as an empty one.',
  // memory-store.ts
  c88d84eb06: 'Every process of a memory store is there, whatever its number.',
  // replay.ts
  '7d2390fb59': 'No entries leave an equal ledger.',
  // schema.ts
  cee4e341a3: 'No time has one character.',
  // format.ts
  '9645f42d8e': 'Every damage has a hint of its own.',
  // store.ts
  '940d99c75a': 'A file that is there is not created.',
};
