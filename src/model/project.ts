/** A project as loaded: files and their texts, before anything is resolved for an account. */

import type { Finding } from './finding.ts';

export interface SourceFile {
  /** Path for readers: relative to the working directory if the file is below it. */
  readonly path: string;
  readonly text: string;
  /** Absolute path with links resolved, equal for all names of the file. Absent if the text does not come from a disk. */
  readonly realPath?: string;
}

/** Location that a project was loaded from. Its ledger is kept next to it. */
export interface ProjectLocation {
  /** Absolute folder of the first named file, or the first named folder. */
  readonly folder: string;
  /**
   * Alternative absolute folders of the ledger, which a user may have used. They are the folder of a link to that file, the folders of the
   * other names, and the working directory.
   */
  readonly others: readonly string[];
  /** Absolute working directory. */
  readonly cwd: string;
  /**
   * Base of file names in records, the same for each working directory: the repository, otherwise `folder`. Links are resolved, also in
   * `cwd`.
   */
  readonly root: { readonly folder: string; readonly cwd: string };
}

export interface Project {
  /** Absent if the texts do not come from a disk. */
  readonly location?: ProjectLocation;
  /** Files in the order in which they were found. The includes of a file follow it. */
  readonly files: readonly SourceFile[];
  /** Absolute folders whose YAML files are all read, with links resolved. Absent if the texts do not come from a disk. */
  readonly folders?: readonly string[];
  /** Findings about the load: a missing file, an include without a match, a file that is too large. */
  readonly findings: readonly Finding[];
}
