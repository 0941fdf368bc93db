/** The new texts of a pull that changes something: written as edits, and looked at as the next plan will. */

import { type Addition, type Layout, writeFiles } from '../../authoring/files.ts';
import type { ParsedFile } from '../../config/yaml/parsed-file.ts';
import type { PullOptions } from '../types.ts';
import { layoutOf } from './layout-of.ts';
import { editsWithout } from './merged-in.ts';
import { type Trial, type Verified, type Verifying, verified } from './verified.ts';

export function written(
  documents: readonly ParsedFile[],
  additions: readonly Addition[],
  input: Verifying,
  options: PullOptions,
): Verified {
  const layout: Layout = layoutOf(input.parts.project, options);
  const attempt = (some: readonly Addition[], broken: Trial['broken']): Trial => ({
    ...{ additions: some, broken },
    written: writeFiles(documents, some, editsWithout(input.merged, broken), layout),
  });
  return verified(attempt, additions, input);
}
