/** A project as loaded: files and their texts, before anything is resolved for an account. */

import type { Finding } from './finding.ts';

export interface SourceFile {
  /** As shown to people: relative to the working directory where it lies below it. */
  readonly path: string;
  readonly text: string;
  /** Absolute, with links resolved: the file, by whichever way it was named. Absent where the text came from no disk. */
  readonly realPath?: string;
}

/** Where a project was loaded from: its ledger is kept beside it. */
export interface ProjectLocation {
  /** Absolute folder of the first file that was named, or the first folder. */
  readonly folder: string;
  /** Absolute folders where somebody may have kept the ledger instead: of a link to that file, of the other names, the working directory. */
  readonly others: readonly string[];
  /** Absolute working directory. */
  readonly cwd: string;
  /** What records name files from, wherever the command runs: the repository, without one `folder`. With links resolved, as is `cwd`. */
  readonly root: { readonly folder: string; readonly cwd: string };
}

export interface Project {
  /** Absent where the texts came from no disk. */
  readonly location?: ProjectLocation;
  /** In the order they were found; includes of a file follow it. */
  readonly files: readonly SourceFile[];
  /** Absolute folders of which every YAML file is read, with links resolved. Absent where the texts came from no disk. */
  readonly folders?: readonly string[];
  /** What went wrong while loading: a missing file, an include that matches nothing, a file too large. */
  readonly findings: readonly Finding[];
}
