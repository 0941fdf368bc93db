import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { notesOf, released } from '../../build/changelog.ts';

const TEXT = `# Changelog

Words.

## Unreleased

### Added

- One thing.

## 0.1.0 (2026-11-01)

- The first.
`;

test('the unreleased section becomes the version, and the rest is unchanged', () => {
  const text = released(TEXT, '0.2.0', '2026-11-22');
  expect(text).toBe(TEXT.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 (2026-11-22)\n'));
  expect(notesOf(text, '0.2.0')).toBe('### Added\n\n- One thing.');
  expect(notesOf(text, '0.1.0')).toBe('- The first.');
});

test('a version is refused if it lacks notes or exists', () => {
  const twice = released(TEXT, '0.2.0', '2026-11-22');
  expect(() => released(twice, '0.3.0', '2026-11-23')).toThrow('CHANGELOG.md lists nothing under Unreleased.');
  expect(() => released(TEXT, '0.1.0', '2026-11-22')).toThrow('CHANGELOG.md lists 0.1.0 already.');
  expect(() => notesOf(TEXT, '0.2.0')).toThrow('CHANGELOG.md says nothing about 0.2.0.');
  // The version is a prefix of another version.
  expect(() => notesOf(TEXT, '0.1')).toThrow('CHANGELOG.md says nothing about 0.1.');
});

test('our own changelog can be released', () => {
  expect(notesOf(released(readFileSync('CHANGELOG.md', 'utf8'), '99.0.0', '2026-11-22'), '99.0.0')).not.toBe('');
});
