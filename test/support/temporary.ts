/** Gives a run of the tests a temporary folder of its own, and removes it with everything that the tests left in it. */

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let dir: string | undefined;

export function setup(): void {
  dir = mkdtempSync(join(realpathSync(tmpdir()), 'trueup-tests-'));
  process.env['TMPDIR'] = dir;
}

export function teardown(): void {
  if (dir !== undefined) rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
}
