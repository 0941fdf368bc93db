import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Mark, marked, markerText, readMarker } from '../../src/action/marker.ts';

const mark: Mark = { about: 'plan', account: 'sandbox', folder: '.', digest: '0123456789abcdef0123', commit: 'c0ffee' };
const BOT = 'github-actions[bot]';

test('any account and folder come back from a marker, which nothing can close early', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ minLength: 1 }), (account, folder) => {
      const text = markerText({ ...mark, account, folder });
      expect(text.indexOf('-->')).toBe(text.length - 3);
      expect(readMarker(`${text}\nA plan.`)).toEqual({ ...mark, account, folder });
    }),
  );
});

test('only a marker on the first line counts, of the right author, account and folder', () => {
  const text = markerText(mark);
  const found = (body: string, author = BOT) => marked([{ body, author }], BOT, mark)[0]?.mark;
  expect(found(`${text}\nA plan.`)).toEqual(mark);
  expect(found(`A label: ${text}`)).toBeUndefined();
  expect(found(`\n${text}`)).toBeUndefined();
  expect(found(text, 'mallory')).toBeUndefined();
  expect(found(markerText({ ...mark, account: 'production' }))).toBeUndefined();
  expect(found(markerText({ ...mark, folder: 'other' }))).toBeUndefined();
  expect(found(markerText({ ...mark, about: 'drift' }))).toBeUndefined();
});
