import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemReason } from '../../src/cli/system-reason.ts';

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('describes a system error in the words of the system and drops the path', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'trueup-reason-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  expect(systemReason(await failure(open(join(dir, 'none', 'file'), 'w')))).toBe('no such file or directory');
  // The error has a positive number, and the system has no words for it.
  expect(systemReason(await failure(rm(dir)))).toMatch(/^Path is a directory: /);
  expect(systemReason(new Error('No more.'))).toBe('No more.');
  expect(systemReason('No more.')).toBe('No more.');
});
