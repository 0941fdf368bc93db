/** Where pages of the documentation are, both in a checkout and in the package. */

import { fileURLToPath } from 'node:url';

/** The page with a section for each code of a finding or an error. */
export function findingsPage(): URL {
  return new URL('../../docs/findings.md', import.meta.url);
}

/** The form of a seed file. */
export function seedPage(): string {
  return fileURLToPath(new URL('../../docs/seed.md', import.meta.url));
}

/** The folder of the workflows for a repository on GitHub. */
export function workflowExamples(): URL {
  return new URL('../../examples/github/', import.meta.url);
}
