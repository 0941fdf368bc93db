import { expect, test } from 'vitest';
import { annotatedFindings, annotationText } from '../../src/action/annotations.ts';
import { aChange, aPlan } from '../support/builders.ts';

test('annotations sit on the lines they are about, errors first, and cannot hold a command', () => {
  const plan = aPlan({
    changes: [
      aChange({ action: 'blocked', reason: 'a\n::error::b', provenance: { file: 'a,b:c.yaml', line: 3, column: 5 } }),
    ],
    findings: [
      { code: 'name-reserved', severity: 'info', message: 'Info.' },
      { code: 'unknown-key', severity: 'error', message: '100% wrong', hint: 'Correct it.' },
    ],
  });
  expect(annotationText(annotatedFindings(plan), 'crm').split('\n')).toEqual([
    '::error title=unknown-key::100%25 wrong%0ACorrect it.',
    '::warning file=crm/a%2Cb%3Ac.yaml,line=3,col=5,title=blocked-change::property:contacts/loyaltytier is blocked: a%0A::error::b',
    '::notice title=name-reserved::Info.',
    '',
  ]);
});
