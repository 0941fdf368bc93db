/** Tests that the library of patterns is loaded with the first pattern, which keeps other starts fast. */

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const SCRIPT = `
  const { createRequire } = await import('node:module');
  const { readPattern } = await import(${JSON.stringify(new URL('../src/engine/rules/pattern.ts', import.meta.url).href)});
  const isLoaded = () => Object.keys(createRequire(process.cwd() + '/').cache).some((path) => path.includes('/re2js/'));
  const before = isLoaded();
  const { matches } = readPattern('^a');
  console.log(JSON.stringify({ before, works: typeof matches, after: isLoaded() }));
`;

test('the pattern library is loaded with the first pattern', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual({ before: false, works: 'function', after: true });
});
