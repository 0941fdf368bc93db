/** Lays the program out as its package is installed: built, beside its dependencies, with no source to run from. */

import { execFileSync } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** The path of the installed `trueup`. */
export async function layOutPackage(dir: string): Promise<string> {
  const bundler = join(ROOT, 'node_modules', 'rolldown', 'bin', 'cli.mjs');
  const build = ['--config', 'rolldown.config.ts', '--dir', join(dir, 'dist')];
  execFileSync(process.execPath, [bundler, ...build], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  await cp(join(ROOT, 'bin'), join(dir, 'bin'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(dir, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'), 'dir');
  return join(dir, 'bin', 'trueup.mjs');
}
