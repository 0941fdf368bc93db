/** The optional packages that the service requires: whether they are installed, and what to run if they are not. */

import { UsageError } from '../errors.ts';

/** Versions as package.json has them, for the command in the hint. */
export const PACKAGES = {
  fastify: { version: '5.12.8', load: () => import('fastify') },
  kysely: { version: '0.29.9', load: () => import('kysely') },
  pg: { version: '8.23.1', load: () => import('pg') },
} as const;

export type PackageName = keyof typeof PACKAGES;

/** npm leaves out optional packages without a word, so the first to notice is whoever needs them. Throws UsageError that names all that are missing. */
export async function checkPackages(names: readonly PackageName[]): Promise<void> {
  const missing: PackageName[] = [];
  for (const name of names) if (!(await isInstalled(name))) missing.push(name);
  if (missing.length === 0) return;
  const packages = missing.map((name) => `${name}@${PACKAGES[name].version}`).join(' ');
  const what = missing.length === 1 ? 'a package that is' : 'packages that are';
  throw new UsageError('package-missing', `The embedded service needs ${what} not installed: ${missing.join(', ')}.`, {
    hint: `Run: npm install ${packages} (with --global if trueup was installed with it). npm skips optional packages with --omit=optional, and when Node.js is older than they require.`,
  });
}

/** Any other failure of the package, such as a file of its own that is missing, is thrown as it is. */
async function isInstalled(name: PackageName): Promise<boolean> {
  try {
    await PACKAGES[name].load();
    return true;
  } catch (error) {
    if (isMissing(error, name)) return false;
    throw error;
  }
}

function isMissing(error: unknown, name: PackageName): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return false;
  return error.message.startsWith(`Cannot find package '${name}'`);
}
