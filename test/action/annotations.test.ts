import { expect, test } from 'vitest';
import { annotatedFindings, annotationLines } from '../../src/action/show.ts';
import { aCall, aChange, aPlan } from '../support/builders.ts';

test('annotations sit on the lines they are about, errors first, and cannot hold a command', () => {
  const plan = aPlan({
    calls: [aCall()],
    changes: [
      aChange({ action: 'blocked', reason: 'a\n::error::b', provenance: { file: 'a,b:c.yaml', line: 3, column: 5 } }),
    ],
    findings: [
      { code: 'name-reserved', severity: 'info', message: 'Info.' },
      { code: 'unknown-key', severity: 'error', message: '100% wrong', hint: 'Correct it.' },
    ],
  });
  expect(annotationLines(annotatedFindings(plan), { folder: 'crm', accounts: 1 })).toEqual([
    '::error title=unknown-key::100%25 wrong%0ACorrect it.',
    '::error file=crm/a%2Cb%3Ac.yaml,line=3,col=5,title=blocked-change::property:contacts/loyaltytier is blocked: a%0A::error::b%0AChange the declaration.%0AApply the other changes with the input skip-blocked: true',
    '::notice title=name-reserved::Info.',
  ]);
});

test('annotations stay within the limit of the host, and the last counts the rest', () => {
  const findings = Array.from({ length: 30 }, (_, at) => ({
    code: 'name-reserved',
    severity: at < 20 ? ('warning' as const) : ('error' as const),
    message: `Finding ${at}.`,
  }));
  const alone = annotationLines(findings, { folder: '.', accounts: 1 });
  expect(alone).toHaveLength(18);
  expect([alone[8], alone[17]]).toEqual([
    '::error::2 more. In full: the log of the run.',
    '::warning::12 more. In full: the log of the run.',
  ]);
  expect(annotationLines(findings, { folder: '.', accounts: 4 })).toEqual([
    '::error title=name-reserved::Finding 20.',
    '::error::9 more. In full: the log of the run.',
    '::warning title=name-reserved::Finding 0.',
    '::warning::19 more. In full: the log of the run.',
  ]);
});

test('a file outside the folder is named from the repository root too', () => {
  const at = (file: string) => ({
    code: 'file-empty',
    severity: 'warning' as const,
    message: 'The file declares nothing.',
    provenance: { file, line: 1, column: 1 },
  });
  const place = { folder: 'crm', accounts: 1 };
  const lines = annotationLines([at('../shared/policy.yaml'), at('schema/a.yaml')], place);
  expect(lines.map((line) => /file=([^,]*)/.exec(line)?.[1])).toEqual(['shared/policy.yaml', 'crm/schema/a.yaml']);
});
