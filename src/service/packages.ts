/** The optional packages that the service requires, and how they are loaded. */

import { requirePackages } from '../optional-packages.ts';

/** Versions as package.json has them, for the command in the hint. */
export const PACKAGES = {
  fastify: { version: '5.12.8', load: () => import('fastify') },
  kysely: { version: '0.29.9', load: () => import('kysely') },
  pg: { version: '8.23.1', load: () => import('pg') },
} as const;

export type PackageName = keyof typeof PACKAGES;

/**
 * npm omits optional packages silently, so the service checks them. Throws a UsageError that names all missing
 * packages.
 */
export async function checkPackages(names: readonly PackageName[]): Promise<void> {
  await requirePackages('The embedded service', names, PACKAGES, WHY);
}

const WHY = 'npm skips optional packages with --omit=optional, and when Node.js is older than they require.';
