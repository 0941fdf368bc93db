import { expect, test } from 'vitest';
import { annotations } from '../../src/report/text/annotations.ts';

test('each finding is one workflow command at its line, the gravest first', () => {
  const commands = annotations(
    [
      { code: 'name-reserved', severity: 'info', message: 'Odd.' },
      { code: 'not-declared', severity: 'warning', message: 'No longer declared.', address: 'property:contacts/tier' },
      {
        code: 'unknown-key',
        severity: 'error',
        message: '100% wrong.',
        hint: 'Correct it.',
        address: 'property:contacts/tier',
        provenance: { file: 'a,b:c.yaml', line: 3, column: 5 },
      },
    ],
    10,
  );
  expect(commands).toEqual([
    '::error file=a%2Cb%3Ac.yaml,line=3,col=5,title=unknown-key::100%25 wrong.%0ACorrect it.',
    '::warning title=not-declared::property:contacts/tier: No longer declared.',
    '::notice title=name-reserved::Odd.',
  ]);
  expect(annotations([], 10)).toEqual([]);
});

test('a message cannot start a command of its own', () => {
  const finding = { code: 'x', severity: 'error', message: 'a\n::set-output name=b::c\r\n::error::d' } as const;
  expect(
    annotations([finding], 10)
      .join('')
      .split(/[\r\n]/),
  ).toHaveLength(1);
});
