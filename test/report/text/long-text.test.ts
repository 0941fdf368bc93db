import { expect, test } from 'vitest';
import { longTextLines } from '../../../src/report/text/fields.ts';
import { aStyle } from '../../support/builders.ts';

test('one long line is shown whole, before and after', () => {
  const start = 'The tier of the member in the loyalty programme, as computed every';
  expect(longTextLines(`${start} night.`, `${start} hour.`, aStyle())).toEqual([
    `- ${start} night.`,
    `+ ${start} hour.`,
  ]);
});

test('several lines are compared one by one', () => {
  const before = ['d', 'e', 'f', 'g'].join('\n');
  expect(longTextLines(before, before.replace('f', 'F'), aStyle())).toEqual(['  d', '  e', '- f', '+ F', '  g']);
});

test('texts that differ everywhere are shown whole instead of being compared for ever', () => {
  const text = (word: string): string => Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join('\n');
  expect(longTextLines(text('a'), text('b'), aStyle())).toHaveLength(6_000);
});
