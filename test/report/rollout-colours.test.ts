/** The bar of a wave: an account that was left out and one whose plan has changed are told apart by their colour, light and dark. */

import { expect, it } from 'vitest';
import { STYLE } from '../../src/report/html/style.ts';
import { STATE_SIGNS } from '../../src/report/text/rollout-words.ts';
import { contrast } from '../browser/contrasts.ts';

const [light = '', dark = ''] = [...STYLE.matchAll(/:root\{([^}]*--bg[^}]*)\}/g)].map(([, set]) => set);

function fill(state: string, set: string): string {
  const [, name = ''] = STYLE.match(new RegExp(`\\.b-${state}(?:,[^{}]*)?\\{fill:var\\((--\\w+)\\)`)) ?? [];
  const [, digits = ''] = set.match(new RegExp(`${name}:#([0-9a-f]+)`)) ?? [];
  const each = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  return `rgb(${each.map((part) => Number.parseInt(part, 16)).join(', ')})`;
}

it.each([
  ['light', light],
  ['dark', dark],
])('skipped accounts have a colour of their own in a bar that is %s', (_, set) => {
  for (const state of ['moved', 'deferred', 'failed', 'approved', 'applied'])
    expect(contrast(fill('skipped', set), fill(state, set)), state).toBeGreaterThan(1.7);
});

it('skipped accounts have a colour of their own on a terminal', () => {
  expect(STATE_SIGNS.skipped.ink).not.toBe(STATE_SIGNS.moved.ink);
});
