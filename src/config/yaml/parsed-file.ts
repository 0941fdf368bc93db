/** One file as a document: its plain value, its YAML problems, and the position of everything. Nothing here is of the YAML library. */

import type { Finding, Override, Provenance } from '../../model/finding.ts';
import type { Json } from '../../model/json.ts';
import type { Path, Positions } from './position.ts';

export interface ParsedFile extends Positions {
  readonly path: string;
  readonly text: string;
  /** Undefined if the file has nothing, or nothing usable. Strings are as written, including `${...}`. */
  readonly value: Json | undefined;
  /** False for a file that is not a configuration and may be anything: nothing of it is shown. */
  readonly quotable: boolean;
  readonly findings: readonly Finding[];
  /** Line of the first error after which nothing is reliable; Infinity if there is none. */
  readonly reliableBefore: number;
  /** Mappings and lists that contain, at any depth, a string with `${`. */
  readonly holed: ReadonlySet<object>;
  /** The number of parser tokens: a measure of the time it took. */
  readonly lexemes: number;
  /** The text of a scalar as written, without quotes. */
  written(path: Path): string | undefined;
  /** Position of the n-th `${` of the scalar at a path, from 0. */
  hole(path: Path, index: number): Provenance;
  /** Offsets of the value at a path: start and end in the text. */
  range(path: Path): readonly [number, number] | undefined;
  /** Where an account overrides what is at a path or below it; absent where no account is chosen that overrides anything. */
  override?(path: Path): (Override & { readonly isWhole: boolean }) | undefined;
  /** Offset at which a line starts, from 1; undefined when there is no such line. */
  lineStart(line: number): number | undefined;
}
