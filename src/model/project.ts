/** A project as loaded: files and their texts, before anything is resolved for an account. */

import type { Finding } from './finding.ts';

export interface SourceFile {
  /** As shown to people: relative to the working directory where it lies below it. */
  readonly path: string;
  readonly text: string;
}

export interface Project {
  /** In the order they were found; includes of a file follow it. */
  readonly files: readonly SourceFile[];
  /** What went wrong while loading: a missing file, an include that matches nothing, a file too large. */
  readonly findings: readonly Finding[];
}
