/** In a file of its own, which no other test shares a process with. */

import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { readPattern } from '../src/engine/rules/pattern.ts';

const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('/re2js/'));

test('the library of patterns is loaded with the first one: a start without one does not pay for it', () => {
  expect(isLoaded()).toBe(false);
  expect(readPattern('^a')).toHaveProperty('matches');
  expect(isLoaded()).toBe(true);
});
