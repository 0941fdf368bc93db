/** Where pages of the documentation are, both in a checkout and in the package. */

import { fileURLToPath } from 'node:url';

/** The form of a seed file. */
export function seedPage(): string {
  return fileURLToPath(new URL('../../docs/seed.md', import.meta.url));
}
