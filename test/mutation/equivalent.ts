/** Mutants that no test can tell from the original, each with the reason. They do not count. */

export const EQUIVALENT: Readonly<Record<string, string>> = {
  '1aed59ae68': 'A signal aborts once, so a listener that hears it once hears it as often as any.',
  // order.ts
  '27d56aa387': 'Every call that another needs is among those that are numbered.',
  e1c5c0c80c: 'Every call is numbered.',
  '1185eaa9f2': 'Every call that another needs is among the nodes.',
  dc6ceed30c: 'Levels only order: twice as far apart they order the same.',
  bec4097d73: 'Levels only order: all of them one deeper they order the same.',
  // route.ts
  '7f575f2947': 'Any number that is no size of a set begins the loop.',
  // schedule.ts
  '83b13b0300': 'A call that waits for an unknown one is refused before any starts.',
  '407f29c890': 'A call that did not succeed has an address that did not.',
  '7d96260aae': 'A call that did not succeed has an address that did not.',
  // diff.ts
  e3d8f7791b: 'Only fields with a change are among those that move.',
  '894fe8c63f': 'Only fields with a change are among those that are held.',
};
