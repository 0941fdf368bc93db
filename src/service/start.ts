/** Starts a service after checking that its packages are installed. */

import { defined } from '../contract/defined.ts';
import { checkPackages } from './packages.ts';
import type { Service, ServiceOptions } from './service.ts';

/**
 * A service without a socket. Throws UsageError for a package that is not installed, a folder in use, and an invalid fault rule
 * or seed.
 */
export async function createService(options: ServiceOptions = {}): Promise<Service> {
  await checkPackages(['fastify', 'kysely', ...(options.database === undefined ? [] : (['pg'] as const))]);
  // Loaded here, so that the library can be imported without the optional packages.
  const { assemble } = await import('./assemble.ts');
  return assemble(options);
}

/** Starts the service behind a socket, by default on a free port of 127.0.0.1. */
export async function startService(
  options: ServiceOptions & { readonly port?: number; readonly host?: string } = {},
): Promise<Service & { readonly url: string }> {
  const { port, host, ...rest } = options;
  const service = await createService(rest);
  try {
    const { url } = await service.listen({
      ...defined({ port, host }),
    });
    return { ...service, url };
  } catch (error) {
    await service.close();
    throw error;
  }
}
