/** The folders in which a project looks for files, and how far it looks below each. */

import { relative, sep } from 'node:path';
import { defined } from '../../contract/defined.ts';
import type { Project, SearchReach } from '../../model/project.ts';

export interface SearchedFolders {
  /** `reach`: undefined for all the way down, past folders that start with a dot. Of two searches of a folder the further one counts. */
  add(folder: string, reach: SearchReach | undefined): void;
  /** One that a search from `start` came to, unless it is part of that: behind a link it lies elsewhere, or where that does not look. */
  within(start: string, folder: string | undefined): void;
  found(): Required<Pick<Project, 'searched'>> & Pick<Project, 'reach'>;
}

/** With links resolved. */
export function searchedFolders(): SearchedFolders {
  const folders = new Map<string, SearchReach | undefined>();
  const add: SearchedFolders['add'] = (folder, reach) =>
    void folders.set(folder, folders.has(folder) ? further(folders.get(folder), reach) : reach);
  return {
    add,
    within(start, folder) {
      if (folder !== undefined && !isPart(start, folder)) add(folder, undefined);
    },
    found() {
      const some = [...folders].flatMap(([folder, reach]) => (reach === undefined ? [] : [[folder, reach] as const]));
      const reach = some.length === 0 ? undefined : Object.fromEntries(some);
      return { searched: [...folders.keys()], ...defined({ reach }) };
    },
  };
}

function further(one: SearchReach | undefined, other: SearchReach | undefined): SearchReach | undefined {
  if (one === other) return one;
  return one === 'hidden' || other === 'hidden' ? 'hidden' : undefined;
}

function isPart(start: string, folder: string): boolean {
  const names = relative(start, folder).split(sep);
  return names[0] !== '..' && !names.some((name) => name.startsWith('.'));
}
