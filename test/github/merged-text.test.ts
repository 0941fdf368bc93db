import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergedText } from '../../src/github/merged-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'trueup-merge-'));

/** Undefined where it conflicts. */
function byGit(base: string, one: string, other: string): string | undefined {
  const paths = Object.entries({ one, base, other }).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  try {
    return execFileSync('git', ['merge-file', '--stdout', ...paths], { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return undefined;
  }
}

test.each([
  ['lines of each side', 'a\nb\nc\nd\ne\n', 'a\nB\nc\nd\ne\n', 'a\nb\nc\nd\nE\n', 'a\nB\nc\nd\nE\n'],
  ['a line that one adds and one that the other takes', 'a\nb\nc\nd\n', '0\na\nb\nc\nd\n', 'a\nb\nd\n', '0\na\nb\nd\n'],
  ['the same of both', 'a\nb\n', 'a\nc\n', 'a\nc\n', 'a\nc\n'],
  ['two words for one line', 'a\nb\n', 'a\nc\n', 'a\nd\n', undefined],
])('merges %s', (_, base, one, other, merged) => {
  expect(mergedText(base, one, other)).toBe(merged);
  expect(byGit(base, one, other)).toBe(merged);
});

test('where it merges, it says what Git says', () => {
  const line = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
  const text = fc.uniqueArray(line, { minLength: 3 }).map((lines) => lines.map((one) => `${one}\n`).join(''));
  const edited = fc.tuple(text, fc.nat(6), fc.constantFrom('X\n', '', 'Y\nZ\n')).map(([base, at, put]) => {
    const lines = base.match(/.*\n/g) ?? [];
    return { base, side: lines.toSpliced(Math.min(at, lines.length), 1, put).join('') };
  });
  let merged = 0;
  fc.assert(
    fc.property(edited, fc.nat(6), fc.constantFrom('V\n', '', 'W\n'), ({ base, side }, at, put) => {
      const lines = base.match(/.*\n/g) ?? [];
      const other = lines.toSpliced(Math.min(at, lines.length), 1, put).join('');
      const ours = mergedText(base, side, other);
      if (ours === undefined) return;
      merged += 1;
      expect(byGit(base, side, other) ?? ours).toBe(ours);
    }),
    { numRuns: 200 },
  );
  expect(merged).toBeGreaterThan(50);
});
