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
  // options.ts
  c2ad4d3210: 'The first position has none before it, and none is below 0.',
  bbe16145e0: 'No two options of a list have one position.',
  d28e6775f6: 'Every position but the first has one before it.',
  '14ad1fae43': 'Every position but the first has one before it.',
  d88679076c: 'Every number but the first has one before it.',
  d7883d6e9d: 'Every number but the first has one before it.',
  '5e48275a63': 'Every option of the list has a number.',
  '79ca87bb5c': 'Any order below 0 leaves the place to the service.',
  // option-diff.ts
  acdac75866: 'A list that the service stores in another form is there.',
  '0e5f057475': 'A list that the service stores in another form is there.',
  '8631b925ac': 'No field has no name, and what has none is left out in the next line.',
  e6c7225139: 'A comparison does not ask whether a field can be changed.',
  // foreign-part.ts
  '7d158b6a3e': 'A field that is not shown has no drift.',
  '61785587c1': 'A change that lacks one side is left as it is, whichever side that is.',
  // drift.ts
  '787d9085ec': 'An unknown holder is as good as none.',
  // final-check.ts
  c3adaaa796: 'A call says what it leaves of every address that it covers.',
  '09bcbe3631': 'A call says what it records of every address that it covers.',
  '43f5bce799': 'What is not there is in no other form: each of its fields lacks a value.',
  ac5987c26e: 'What is not there is in no other form: each of its fields lacks a value.',
  cf26458973: 'Where nothing is to be left, nothing is recorded.',
  // observe.ts
  '66dcbba117': 'Only kinds that can be read share a read.',
  bdc8a83bc5: 'Where no object types are asked for, none of a kind is among them.',
  // reread.ts
  '099bc369e7': 'A read is over before the next one of its list begins.',
  // inventory.ts
  '8419acbb12': 'An unknown holder is as good as none.',
  e587b95701: 'No kind has an empty name, nor none.',
  // named.ts
  '7f6f676198': 'Addresses of equally many parts are compared.',
  // diff.ts
  e3d8f7791b: 'Only fields with a change are among those that move.',
  '894fe8c63f': 'Only fields with a change are among those that are held.',
};
