/** The package as users have it: packed, and installed into an empty folder. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pack } from '../test/package/pack.ts';
import { runWell } from '../test/package/programs.ts';

export interface Installed {
  /** The file that runs `trueup`. */
  readonly program: string;
  /** The file that `import ... from 'trueup'` loads. */
  readonly library: string;
}

export async function installPackage(dir: string): Promise<Installed> {
  const tarball = await pack(dir);
  const cwd = join(dir, 'installed');
  await mkdir(cwd);
  await runWell('npm', ['install', '--prefer-offline', tarball.path], { cwd });
  const home = join(cwd, 'node_modules', 'trueup');
  return { program: join(home, 'bin', 'trueup.mjs'), library: join(home, 'dist', 'index.js') };
}
