/** Every measurement of the benchmark, once and with tiny sizes, from source: none ends with an error. Ratios are not judged. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apply } from '../bench/apply.ts';
import { calls } from '../bench/calls.ts';
import { coldStart } from '../bench/cold-start.ts';
import { fleet } from '../bench/fleet.ts';
import type { Installed } from '../bench/package-form.ts';
import { plan } from '../bench/plan.ts';
import { pull } from '../bench/pull.ts';
import { reconcilers } from '../bench/reconcilers.ts';
import type { Row } from '../bench/row.ts';
import { surfaces } from '../bench/surfaces.ts';

const ROOT = join(import.meta.dirname, '..');
const SOURCE: Installed = { program: join(ROOT, 'bin', 'trueup.mjs'), library: join(ROOT, 'src', 'index.ts') };

const TINY: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  'cold-start': () => coldStart(SOURCE, { first: 0, all: 1, shortest: 1 }),
  reconcilers: () => reconcilers(SOURCE, 1),
  plan: () => plan(SOURCE, { small: 4, middle: 8, large: 12, rounds: 1 }),
  apply: () => apply(SOURCE, { creates: 40, rounds: 1 }),
  calls,
  surfaces: () => surfaces(SOURCE, { creates: 4, rounds: 1 }),
  pull: () => pull(SOURCE, { small: 4, large: 8, rounds: 1, commandRounds: 1 }),
  fleet: () =>
    fleet(SOURCE, {
      unchanged: { rounds: 1, properties: 4, accounts: 3, few: 3, many: 6 },
      together: { rounds: 1, troubled: 20, shared: 2, killed: 2 },
      status: { few: 10, many: 20 },
    }),
};

test.each(Object.entries(TINY))(
  'the measurement %s gives its rows',
  async (_, measure) => {
    const rows = await measure();
    expect(rows.length).toBeGreaterThan(0);
    for (const { what, bound, ratio } of rows)
      if (bound !== undefined) expect([what, ratio]).toEqual([what, expect.any(Number)]);
  },
  300_000,
);

test('each example costs the fewest calls that its files can need', async () => {
  const rows = await calls();
  const bound = rows.filter((row) => row.bound !== undefined);
  expect(bound.filter(({ ratio }) => ratio !== 1)).toEqual([]);
  expect(bound.length).toBeGreaterThan(0);
});

test('program, document and this test have the same measurements', async () => {
  const [main = '', document = ''] = await Promise.all(
    ['bench/main.ts', 'docs/performance.md'].map((file) => readFile(join(ROOT, file), 'utf8')),
  );
  const named = /their names are (.*?)\. Each/s.exec(document)?.[1] ?? '';
  const listed = /MEASUREMENTS.*?= \{(.*?)\};/s.exec(main)?.[1] ?? '';
  const names = [...listed.matchAll(/^ {2}'?([a-z-]+)'?[,:]/gm)].map(([, name]) => name);
  expect(names).toEqual(Object.keys(TINY));
  expect([...named.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)).toEqual(names);
});
