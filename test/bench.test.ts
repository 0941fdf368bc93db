/** The parts of the benchmark that run an example: an example that changes must not break them unnoticed. */

import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { calls } from '../bench/calls.ts';
import { writePlanProject } from '../bench/plan-project.ts';

const ROOT = join(import.meta.dirname, '..');

test('the reconcilers of both accounts of the example are created without a finding', () => {
  const printed = execFileSync(
    process.execPath,
    [join(ROOT, 'bench', 'reconcilers-once.ts'), join(ROOT, 'src', 'index.ts')],
    { encoding: 'utf8' },
  );
  expect(JSON.parse(printed)).toEqual({
    further: expect.any(Number),
    first: expect.any(Number),
    second: expect.any(Number),
  });
});

test('each example costs the fewest calls that its files can need', async () => {
  const rows = await calls();
  const bound = rows.filter((row) => row.bound !== undefined);
  expect(bound.filter(({ ratio }) => ratio !== 1)).toEqual([]);
  expect(bound.length).toBeGreaterThan(0);
});

test('a fleet of the benchmark runs accounts that nothing differs in, and is measured against the same plans alone', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'bench-fleet-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  await writePlanProject(dir, 4, 'dated');
  const once = (mode: string): unknown =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [join(ROOT, 'bench', 'fleet', 'once.ts'), mode, JSON.stringify({ dir, accounts: 3 })],
        { encoding: 'utf8' },
      ),
    );
  const [ms, megabytes] = [expect.any(Number), expect.any(Number)];
  expect(once('bare')).toEqual({ ms, queueMs: 0, megabytes });
  expect(once('fleet')).toEqual({ ms, queueMs: expect.any(Number), megabytes });
}, 60_000);

test('the measurements that the document names are those that there are', async () => {
  const [main, document] = await Promise.all(
    ['bench/main.ts', 'docs/performance.md'].map((file) => readFile(join(ROOT, file), 'utf8')),
  );
  const named = /their names are (.*?)\. Each/s.exec(document ?? '')?.[1] ?? '';
  const listed = /MEASUREMENTS.*?= \{(.*?)\};/s.exec(main ?? '')?.[1] ?? '';
  expect([...named.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)).toEqual(
    [...listed.matchAll(/^ {2}'?([a-z-]+)'?[,:]/gm)].map(([, name]) => name),
  );
});
