import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Mark, marked, markerText } from '../../src/action/marker.ts';

const mark: Mark = { about: 'plan', account: 'sandbox', folder: '.' };
const BOT = 'github-actions[bot]';

test('a marker of any account and folder is found again and cannot be closed early', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ minLength: 1 }), (account, folder) => {
      const own = { ...mark, account, folder };
      const text = markerText(own);
      expect(text.indexOf('-->')).toBe(text.length - 3);
      const found = { body: `${text}\nA plan.`, author: BOT };
      expect(marked([found], BOT, own)).toEqual([found]);
    }),
  );
});

test.each<readonly [string, string, string]>([
  ['further down', `A label: ${markerText(mark)}`, BOT],
  ['on the second line', `\n${markerText(mark)}`, BOT],
  ['by another author', markerText(mark), 'mallory'],
  ['of another account', markerText({ ...mark, account: 'production' }), BOT],
  ['of another folder', markerText({ ...mark, folder: 'other' }), BOT],
  ['about something else', markerText({ ...mark, about: 'drift' }), BOT],
])('a marker %s counts for nothing', (_, body, author) => {
  expect(marked([{ body, author }], BOT, mark)).toEqual([]);
});
