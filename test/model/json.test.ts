/** Texts of JSON documents: every value comes back, and no character of one acts on who reads it. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonText } from '../../src/model/json.ts';

const UNSAFE = [...'\u0000\u001b\u007f\u0085\u009b\u00ad\u200b\u2028\u2029\u202e\u2066\ufeff', '\u{e0041}', '\ud800'];
const unsafe = fc.constantFrom(...UNSAFE);
const text = fc.string({ unit: fc.oneof(unsafe, fc.string({ unit: 'grapheme', maxLength: 2 })) });

test('a document is read as the value that was written, and shows nothing unsafe', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit: 'binary' }),
      fc.dictionary(text, text),
      fc.constantFrom(0, 2),
      (any, texts, indent) => {
        const value = { any, texts };
        const written = jsonText(value, indent);
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)));
        expect([...written].filter((sign) => UNSAFE.includes(sign))).toEqual([]);
      },
    ),
  );
});

test.each([
  ['a sequence that clears the screen', '\u009b2J', '"\\u009b2J"'],
  ['an order of letters that is turned around', '\u202efdp', '"\\u202efdp"'],
  ['a line that ends', 'a\u2028b\u2029\n', '"a\\u2028b\\u2029\\n"'],
  ['a tag, as two units', '\u{e0041}', '"\\udb40\\udc41"'],
  ['letters of any language', 'Größe 大 👩‍🚀', '"Größe 大 👩‍🚀"'],
])('%s is written as %j', (_, value, expected) => {
  expect(jsonText(value)).toBe(expected);
  expect(JSON.parse(jsonText(value))).toBe(value);
});

test('undefined members and the layout are as JSON has them', () => {
  expect(jsonText({ a: 1, b: undefined, c: ['\u009b'] }, 2)).toBe('{\n  "a": 1,\n  "c": [\n    "\\u009b"\n  ]\n}');
});
