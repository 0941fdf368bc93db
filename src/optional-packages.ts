/** Packages that only some users need: whether they are installed, and what to run if they are not. */

import { UsageError } from './errors.ts';

export interface OptionalPackage {
  /** As package.json has it. */
  readonly version: string;
  readonly load: () => Promise<unknown>;
}

/** `why`: a sentence on how they can be missing. Throws UsageError that names all that are. */
export async function requirePackages<Name extends string>(
  who: string,
  names: readonly Name[],
  packages: Readonly<Record<Name, OptionalPackage>>,
  why: string,
): Promise<void> {
  const missing: Name[] = [];
  for (const name of names) if (!(await isInstalled(name, packages[name]))) missing.push(name);
  if (missing.length === 0) return;
  const install = missing.map((name) => `${name}@${packages[name].version}`).join(' ');
  const what = missing.length === 1 ? 'a package that is' : 'packages that are';
  throw new UsageError('package-missing', `${who} needs ${what} not installed: ${missing.join(', ')}.`, {
    hint: `Run: npm install ${install} (with --global if trueup was installed with it). ${why}`,
  });
}

/** Any other failure of the package, such as a file of its own that is missing, is thrown as it is. */
async function isInstalled(name: string, { load }: OptionalPackage): Promise<boolean> {
  try {
    await load();
    return true;
  } catch (error) {
    if (isMissing(error, name)) return false;
    throw error;
  }
}

function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return false;
  return error.message.startsWith(`Cannot find package '${name}'`);
}
