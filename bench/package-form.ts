/** Lays the program out as its package is installed: compiled, beside its dependencies, with no source to run from. */

import { execFileSync } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** The path of the installed `trueup`. */
export async function layOutPackage(dir: string): Promise<string> {
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const build = ['-p', join(ROOT, 'tsconfig.build.json'), '--outDir', join(dir, 'dist')];
  execFileSync(process.execPath, [compiler, ...build], { stdio: 'inherit' });
  await cp(join(ROOT, 'bin'), join(dir, 'bin'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(dir, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'), 'dir');
  return join(dir, 'bin', 'trueup.mjs');
}
