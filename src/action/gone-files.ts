/** Files that a search found at an earlier commit, or that something was applied from, and that are gone: a commit that removes one touches nothing that is read now. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commitOf, entriesOf, hasContent, LINK } from '../github/tree.ts';
import { YAML } from './listed-files.ts';
import { searches } from './read-paths.ts';
import type { Recorded } from './recorded.ts';
import type { HostAccess, Run } from './run.ts';
import { areSearched, foldersBelow } from './touched.ts';

/** Each costs two requests. */
const MOST_COMMITS = 5;

interface Sources {
  /** Newest first; the first of them are looked at. */
  readonly commits: readonly string[];
  readonly recorded: Recorded;
}

/** From the top of the repository. Throws HostError where the host does not list all files at once. */
export async function goneFiles(
  run: Run,
  { github, repository }: HostAccess,
  { commits, recorded }: Sources,
): Promise<readonly string[]> {
  const { top } = run.checkout;
  const searched = searches(run);
  if (top === undefined || searched.length === 0) return [];
  const around = (path: string) => searched.filter(({ path: at }) => at === '' || path.startsWith(`${at}/`));
  const isSearched = (path: string) =>
    around(path).some(({ path: at, what }) => what !== 'here' || areSearched(foldersBelow(at, path), what));
  const known = (await recorded()).filter((path) => around(path).length > 0 && !existsSync(join(top, path)));
  const gone = new Set<string>(known);
  for (const sha of commits.slice(0, MOST_COMMITS)) {
    const { tree } = await commitOf(github, repository, sha);
    for (const [path, entry] of await entriesOf(github, repository, { tree, recursive: true })) {
      const isFound = hasContent(entry) && (YAML.test(path) || entry.mode === LINK) && isSearched(path);
      if (isFound && !existsSync(join(top, path))) gone.add(path);
    }
  }
  return [...gone];
}
