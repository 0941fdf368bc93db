/** Packs the package and installs it into empty folders with a plain `npm i`, once for all tests. */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { pack } from './pack.ts';
import { runWell } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the package as it is published. */
    readonly tarball: string;
    /** Folder in which the package is installed. */
    readonly installed: string;
    /** Installation without the optional packages. */
    readonly installedWithoutOptional: string;
    /** Paths in the tarball. */
    readonly packed: readonly string[];
    /** Warnings of the install. */
    readonly warnings: readonly string[];
  }
}

export default async function install(project: TestProject): Promise<() => Promise<void>> {
  const base = await mkdtemp(join(tmpdir(), 'trueup-package-'));
  const tarball = await pack(base);

  const npm = async (name: string, ...args: readonly string[]) => {
    const cwd = join(base, name);
    await mkdir(cwd);
    const { stderr } = await runWell('npm', args, { cwd });
    return { cwd, warnings: stderr.split('\n').filter((line) => /\bwarn\b/i.test(line)) };
  };
  const whole = await npm('whole', 'i', tarball.path);
  const lean = await npm('lean', 'i', tarball.path, '--omit=optional');
  // Warnings of npm about the settings of the machine, which every command prints.
  const asked = await npm('asked', 'ls');

  project.provide('tarball', tarball.path);
  project.provide('packed', tarball.files);
  project.provide('installed', whole.cwd);
  project.provide('installedWithoutOptional', lean.cwd);
  project.provide(
    'warnings',
    whole.warnings.filter((line) => !asked.warnings.includes(line)),
  );
  return () => rm(base, { recursive: true, force: true });
}
