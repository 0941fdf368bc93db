/** Tests that the page of flags is what the program has. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flagsPage } from './flags.ts';

const PAGE = readFileSync(new URL('../../docs/flags.md', import.meta.url), 'utf8');

test('docs/flags.md is what the program has', () => {
  expect(PAGE, 'Run npm run docs.').toBe(flagsPage());
});

test('names each command with its arguments and flags', () => {
  const apply = PAGE.split('\n## ').find((section) => section.startsWith('`trueup apply [planfile]`'));
  expect(apply).toContain('- `planfile`: plan saved by plan -o; passing it approves it\n');
  expect(apply).toContain('- `--digest <digest>`: apply only a plan with this digest');
  expect(apply).not.toContain('`--quiet`');
  expect(apply).toMatch(/^- .*`--allow`/m);
  expect(PAGE).toContain('\n## `trueup ledger settle <address...>`\n');
});
