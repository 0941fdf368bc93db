/**
 * Finds values that new files of a pull declare differently for other accounts of the files. The next apply of these accounts changes them.
 */

import { equalJson, type Json } from '../../model/json.ts';
import type { Project } from '../../model/project.ts';
import type { OtherAccount, TakenResource } from '../../model/pull.ts';
import type { PullParts } from './parts.ts';

export function otherAccounts(
  { resolution, resolve }: Pick<PullParts, 'resolution' | 'resolve'>,
  taken: readonly TakenResource[],
  { before, after }: { readonly before: Project; readonly after: Project },
): readonly OtherAccount[] {
  if (taken.length === 0) return [];
  const specsFor = (project: Project, name: string) =>
    new Map(resolve(project, name).resolution.desired.resources.map(({ address, spec }) => [address, spec as Json]));
  return resolution.others.flatMap(({ name }) => {
    const [was, is] = [specsFor(before, name), specsFor(after, name)];
    const addresses = taken
      .map(({ address }) => address)
      .filter((address) => !equalJson(was.get(address) ?? null, is.get(address) ?? null));
    return addresses.length === 0 ? [] : [{ name, addresses }];
  });
}
