/** Where pages of the documentation are, both in a checkout and in the package. */

import { fileURLToPath } from 'node:url';

/** The folder of the pages of findings. */
export function findingPages(): URL {
  return new URL('../../docs/findings/', import.meta.url);
}

/** The form of a seed file. */
export function seedPage(): string {
  return fileURLToPath(new URL('../../docs/seed.md', import.meta.url));
}

/** The folder of the workflows for a repository on GitHub. */
export function workflowExamples(): URL {
  return new URL('../../examples/github/', import.meta.url);
}
