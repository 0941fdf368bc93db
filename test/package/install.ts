/** Packs the package and installs it into empty folders with a plain `npm i`, once for all tests. */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { runWell } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder in which the package is installed. */
    readonly installed: string;
    /** The same, without the optional packages. */
    readonly installedWithoutOptional: string;
    /** Paths in the tarball. */
    readonly packed: readonly string[];
    /** Warnings of the install. */
    readonly warnings: readonly string[];
  }
}

const ROOT = join(import.meta.dirname, '../..');
const Packed = z.array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })).length(1);

export default async function install(project: TestProject): Promise<() => Promise<void>> {
  const base = await mkdtemp(join(tmpdir(), 'trueup-package-'));
  // In the background, or what the build prints stands in front of the JSON.
  const pack = ['pack', '--json', '--no-foreground-scripts', '--pack-destination', base];
  const [packed] = Packed.parse(JSON.parse((await runWell('npm', pack, { cwd: ROOT })).stdout));
  const tarball = join(base, packed?.filename ?? '');

  const npm = async (name: string, ...args: readonly string[]) => {
    const cwd = join(base, name);
    await mkdir(cwd);
    const { stderr } = await runWell('npm', args, { cwd });
    return { cwd, warnings: stderr.split('\n').filter((line) => /\bwarn\b/i.test(line)) };
  };
  const whole = await npm('whole', 'i', tarball);
  const lean = await npm('lean', 'i', tarball, '--omit=optional');
  // What npm has against the settings of the machine, it says whatever it is asked.
  const asked = await npm('asked', 'ls');

  project.provide('packed', packed?.files.map(({ path }) => path) ?? []);
  project.provide('installed', whole.cwd);
  project.provide('installedWithoutOptional', lean.cwd);
  project.provide(
    'warnings',
    whole.warnings.filter((line) => !asked.warnings.includes(line)),
  );
  return () => rm(base, { recursive: true, force: true });
}
