/** Paths into a document, and problems before they have a position. */

import { defined } from '../../contract/defined.ts';
import type { Finding, Provenance, Severity } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';

export type Path = readonly (string | number)[];

/** A problem at a path of a document. */
export interface Problem extends Advice {
  readonly code: string;
  readonly severity: Severity;
  readonly path: Path;
  /** Part of the entry that is wrong: the key or the value. */
  readonly at: 'key' | 'value';
  readonly message: string;
}

/** Positions in a file. */
export interface Positions {
  /** Returns the position of the key or value at a path. Returns the position of the nearest existing parent if there is none. */
  position(path: Path, at: 'key' | 'value'): Provenance;
}

export function buildFindingAt(positions: Positions, problem: Problem): Finding {
  return {
    code: problem.code,
    severity: problem.severity,
    message: problem.message,
    ...defined({ hint: problem.hint, fix: problem.fix }),
    provenance: positions.position(problem.path, problem.at),
  };
}

/** Returns a text for a path. Only in a faulty document can a key contain the separator, so that two paths are equal. */
export function pathKey(path: Path): string {
  return path.join('\u0000');
}
