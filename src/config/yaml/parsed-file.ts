/** A file as a document: its plain value, its YAML problems, and the positions of all values. It does not depend on the YAML library. */

import type { Finding, Override, Provenance } from '../../model/finding.ts';
import type { Json } from '../../model/json.ts';
import type { Path, Positions } from './position.ts';

export interface ParsedFile extends Positions {
  readonly path: string;
  readonly text: string;
  /** Undefined if the file has no usable value. Strings are as written, including `${...}`. */
  readonly value: Json | undefined;
  /** False for a file that is not a configuration and may have any contents. None of it is shown. */
  readonly quotable: boolean;
  readonly findings: readonly Finding[];
  /** Line of the first error after which findings are unreliable. Infinity if there is none. */
  readonly reliableBefore: number;
  /** Mappings and lists that contain a string with `${` at any depth. */
  readonly holed: ReadonlySet<object>;
  /** Number of parser tokens, as a measure of the time to read the file. */
  readonly lexemes: number;
  /** Returns the text of a scalar as written, without quotes. */
  written(path: Path): string | undefined;
  /** Returns the position of the n-th `${` of the scalar at a path, from 0. */
  hole(path: Path, index: number): Provenance;
  /** Returns start and end offset of the value at a path. */
  range(path: Path): readonly [number, number] | undefined;
  /**
   * Returns the position at which an account overrides the value at a path or a part of it. Absent if no account with overrides is chosen.
   */
  override?(path: Path): (Override & { readonly isWhole: boolean }) | undefined;
  /** Returns the offset at which a line starts. Lines count from 1. Returns undefined if there is no such line. */
  lineStart(line: number): number | undefined;
}
