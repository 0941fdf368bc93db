/** Whether the files that were read, and the ledgers, are those of the commit: what a step put into the checkout, such as an artifact, may be a fork's. */

import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLDER, holds, LINK, type TreeEntry } from '../github/tree.ts';
import { type Trees, treesOf } from '../github/trees.ts';
import type { Project } from '../index.ts';
import type { HostAccess } from './host-access.ts';
import { insideOf, wayTo } from './inside.ts';
import { pathFromTop, readPaths } from './read-paths.ts';

export interface CommittedParts extends HostAccess {
  readonly commit: string;
  /** Folder of the checkout, with links resolved. */
  readonly top: string;
  readonly project: Project;
  /** Absolute folder of the ledgers; undefined where they are in none. */
  readonly ledger: string | undefined;
}

interface Committed {
  readonly top: string;
  readonly trees: Trees;
  readonly root: TreeEntry;
}

/** The first file or link, from the top of the repository, that is not the same in the commit and here. */
export async function uncommittedFile({
  github,
  repository,
  commit,
  top,
  project,
  ledger,
}: CommittedParts): Promise<string | undefined> {
  const trees = treesOf(github, repository);
  const committed = { top, trees, root: await trees.rootOf(commit) };
  const read = await firstChanged(committed, readPaths(project));
  return read ?? (ledger === undefined ? undefined : uncommittedLedger(committed, ledger));
}

/** What says what was applied: one ledger tells of the apps of another, so all of them count. Locks say nothing of that. */
const LEDGER = /\.(?:ledger\.json|journal\.ndjson|history\.ndjson)$/i;

/** One that is missing here is not as in the commit either. Of a folder outside of the checkout the commit says nothing. */
async function uncommittedLedger(committed: Committed, folder: string): Promise<string | undefined> {
  const { top, trees, root } = committed;
  const way = wayTo(folder);
  const there = way.at(-1) ?? folder;
  if (!insideOf(top, there)) return folder;
  const entry = await entryAt(trees, root, pathFromTop(top, there));
  const known = entry?.mode === FOLDER ? [...(await trees.entriesOf(entry.id)).keys()] : [];
  const found = await readdir(there).catch(() => []);
  const ledgers = [...new Set([...found, ...known])].filter((name) => LEDGER.test(name));
  const ways = ledgers.map((name) => wayTo(join(there, name)));
  const outside = ways.flatMap((one) => one.at(-1) ?? []).find((end) => !insideOf(top, end));
  return outside ?? firstChanged(committed, [...way.slice(0, -1), ...new Set(ways.flat())]);
}

/** A link on the way to the checkout is the runner's. */
async function firstChanged({ top, trees, root }: Committed, paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths.filter((one) => insideOf(top, one))) {
    const name = pathFromTop(top, path);
    const entry = await entryAt(trees, root, name);
    if (entry === undefined || !(await isAs(entry, path))) return name;
  }
  return undefined;
}

/** Undefined where the commit has nothing there. */
export async function entryAt(trees: Trees, root: TreeEntry, path: string): Promise<TreeEntry | undefined> {
  let at: TreeEntry | undefined = root;
  for (const name of path.split('/').filter((part) => part !== '')) {
    if (at?.mode !== FOLDER) return undefined;
    at = (await trees.entriesOf(at.id)).get(name);
  }
  return at;
}

/** A checkout on Windows may have other line ends than the commit. */
async function isAs(entry: TreeEntry, path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || found.isSymbolicLink() !== (entry.mode === LINK)) return false;
  if (found.isSymbolicLink()) return holds(entry, await readlink(path, 'buffer'));
  if (!found.isFile()) return false;
  const bytes = await readFile(path);
  return holds(entry, bytes) || holds(entry, Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'));
}
