/** Paths into a document, and problems that are found before they are given a position. */

import { defined } from '../../contract/defined.ts';
import type { Finding, Provenance, Severity } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';

export type Path = readonly (string | number)[];

/** Something wrong at a path of one document. */
export interface Problem extends Advice {
  readonly code: string;
  readonly severity: Severity;
  readonly path: Path;
  /** Whether the key or the value is what is wrong. */
  readonly at: 'key' | 'value';
  readonly message: string;
}

/** Positions in one file. */
export interface Positions {
  /** The position of the key or value at a path; of the nearest one above it if there is nothing. */
  position(path: Path, at: 'key' | 'value'): Provenance;
}

export function findingAt(positions: Positions, problem: Problem): Finding {
  return {
    code: problem.code,
    severity: problem.severity,
    message: problem.message,
    ...defined({ hint: problem.hint, fix: problem.fix }),
    provenance: positions.position(problem.path, problem.at),
  };
}

/** One string for a path. A key that contains the separator can only make two paths of a faulty document equal. */
export function pathKey(path: Path): string {
  return path.join('\u0000');
}
