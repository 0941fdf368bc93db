/** Sorts the tests of a mutant. Tests that most likely detect it come first, so that most mutants end early. */

import { basename, dirname, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Sorts the mirrored test file first, then its folder, then its part of the source, then all others. Within each group,
 * fast tests come first.
 */
export function nearestFirst(edited: string | undefined): typeof BaseSequencer {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const duration = (spec: TestSpecification): number =>
        this.ctx.cache.getTestSpecificationResult(spec)?.duration ?? 0;
      return files.toSorted(
        (a, b) => distance(edited, a.moduleId) - distance(edited, b.moduleId) || duration(a) - duration(b),
      );
    }
  };
}

/** test/engine/gate/guard.test.ts and guard-consents.test.ts in its folder mirror src/engine/gate/guard.ts. */
function distance(edited: string | undefined, test: string): number {
  if (edited === undefined) return 0;
  const [own, its] = [relative('src', edited), relative('test', test)];
  if (own.split('/')[0] !== its.split('/')[0]) return 3;
  if (dirname(own) !== dirname(its)) return 2;
  const name = basename(own, '.ts');
  return basename(its) === `${name}.test.ts` || basename(its).startsWith(`${name}-`) ? 0 : 1;
}
