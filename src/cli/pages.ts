/** Where pages of the documentation are, in a checkout and in the package alike. */

import { fileURLToPath } from 'node:url';

/** The form of a seed file. */
export function seedPage(): string {
  return fileURLToPath(new URL('../../docs/seed.md', import.meta.url));
}
