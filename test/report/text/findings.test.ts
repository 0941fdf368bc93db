import { expect, test } from 'vitest';
import type { Finding } from '../../../src/model/finding.ts';
import { findingsText } from '../../../src/report/text/findings.ts';
import { aStyle } from '../../support/builders.ts';

test('errors stand behind all that is no error, each in its order', () => {
  const findings: readonly Finding[] = [
    { code: 'a', severity: 'error', message: 'A.' },
    { code: 'b', severity: 'warning', message: 'B.' },
    { code: 'c', severity: 'error', message: 'C.' },
    { code: 'd', severity: 'info', message: 'D.' },
  ];
  const heads = findingsText(findings, aStyle())
    .split('\n\n')
    .map((text) => text.split('\n')[0]);
  expect(heads).toEqual(['warning[b]', 'info[d]', 'error[a]', 'error[c]']);
});
