import { expect, it } from 'vitest';
import { resolveTexts } from '../../config/builders.ts';

const faults = (pattern: string) =>
  resolveTexts(
    `version: 1\npolicy: { rules: { name-pattern: { severity: error, pattern: ${JSON.stringify(pattern)} } } }\n`,
  ).findings.map(({ code }) => code);

it('takes a pattern that it can read, and refuses one that it cannot', () => {
  expect(faults('^crm_')).toEqual([]);
  expect(faults('(unclosed')).toHaveLength(1);
});
