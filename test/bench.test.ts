/** The parts of the benchmark that run an example: an example that changes must not break them unnoticed. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

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
