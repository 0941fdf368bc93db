/** The order of the tests of one mutant: those most likely to notice it first, so that it is seldom paid for with all of them. */

import { basename, dirname, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The file that mirrors the edited one, then its folder, then its part of the source, then all others; within each of these the quick ones first. */
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

/** test/engine/gate/guard.test.ts mirrors src/engine/gate/guard.ts, and so does guard-consents.test.ts beside it. */
function distance(edited: string | undefined, test: string): number {
  if (edited === undefined) return 0;
  const [own, its] = [relative('src', edited), relative('test', test)];
  if (own.split('/')[0] !== its.split('/')[0]) return 3;
  if (dirname(own) !== dirname(its)) return 2;
  const name = basename(own, '.ts');
  return basename(its) === `${name}.test.ts` || basename(its).startsWith(`${name}-`) ? 0 : 1;
}
