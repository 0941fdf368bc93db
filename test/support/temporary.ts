/** Creates a temporary folder for a run of the tests, and removes it with its content. */

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
