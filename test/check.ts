/** Runs `npm run check`: types, lint, and the quick tests near files changed since the last commit, in parallel. */

import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

const changed = changedFiles();
const near = [...new Set(changed.flatMap(testsNear))];
const steps = [
  ['types', 'tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/check.tsbuildinfo'],
  ['types of the page', 'tsc', '-p', 'src/report/html/browser'],
  ['lint', 'biome', 'check', '.'],
  ...(near.length === 0
    ? []
    : [['tests', 'vitest', 'run', '--exclude', '**/*.slow.test.ts', '--passWithNoTests', ...near]]),
];
const ends = await Promise.all(steps.map(([name = '', program = '', ...rest]) => run(name, program, rest)));
process.exitCode = ends.every(Boolean) ? 0 : 1;

/** Not committed yet; of a clean checkout the last commit. */
function changedFiles(): readonly string[] {
  const git = (...words: string[]): readonly string[] =>
    execFileSync('git', words, { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '');
  const dirty = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  return dirty.length > 0 ? dirty : git('diff', '--name-only', 'HEAD~1');
}

/** Returns the test of a file, or the mirrored folder, or the nearest folder above it with tests. */
function testsNear(path: string): readonly string[] {
  if (path.startsWith('test/') && path.endsWith('.test.ts')) return existsSync(path) ? [path] : [];
  if (!path.startsWith('src/')) return [];
  for (let folder = dirname(path).replace(/^src/, 'test'); folder !== 'test'; folder = dirname(folder)) {
    if (existsSync(folder)) return [`${folder}/`];
  }
  return ['test/safety/'];
}

function run(name: string, program: string, words: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(`node_modules/.bin/${program}`, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => out.push(part));
    child.stderr.on('data', (part: Buffer) => out.push(part));
    child.on('close', (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'} ${name} (${seconds} s)\n`);
      if (code !== 0) process.stdout.write(Buffer.concat(out));
      resolve(code === 0);
    });
  });
}
