/** Packs the package as it is published. */

import { join } from 'node:path';
import { z } from 'zod';
import { runWell } from './programs.ts';

const ROOT = join(import.meta.dirname, '../..');
const Packed = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })]);

export interface Tarball {
  readonly path: string;
  /** Paths of the files in it. */
  readonly files: readonly string[];
}

/** Builds first. */
export async function pack(folder: string): Promise<Tarball> {
  // Not in the foreground: the output of the build would precede the JSON.
  const words = ['pack', '--json', '--no-foreground-scripts', '--pack-destination', folder];
  const [{ filename, files }] = Packed.parse(JSON.parse((await runWell('npm', words, { cwd: ROOT })).stdout));
  return { path: join(folder, filename), files: files.map(({ path }) => path) };
}
