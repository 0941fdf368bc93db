/** Random texts that the service takes, with the edges that programs stumble over. */

import fc from 'fast-check';

/**
 * Texts that broke other programs: prototypes, interpolation, markup, text direction, combined characters and long
 * texts.
 */
const EDGES = [
  '__proto__',
  'constructor',
  'toString',
  `\${env.HOME}`,
  `\${values.x`,
  'null',
  'true',
  '0',
  '1e3',
  '- a: b # c',
  '"quoted" \'twice\'',
  '\\',
  '<script>alert(1)</script>',
  '| pipes | and `ticks`',
  'עברית mixed',
  'é', // Decomposed: not the same as é.
  '👩‍👩‍👧 family',
  'ﬁ ligature',
  '%2e%2e/..',
  'ä'.repeat(2500),
];

/** Single-line label with text and without outer blanks. */
export const label: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...EDGES) },
  {
    weight: 3,
    arbitrary: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((text) => text.replaceAll(/\p{Cc}/gu, '').trim())
      .map((text) => (text === '' ? 'x' : text)),
  },
);

/** Free text: empty, several lines, blanks anywhere. */
export const description: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ' ', ' lead and trail ', 'two\nlines\n', '\ttab', ...EDGES),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
