/** A ledger on its own branch in a Git repository: for runs on machines without a persistent disk. */

import type { Clock, NewId } from '../contract/clock.ts';
import type { Disk, Self } from './disk.ts';
import { branchDisk } from './git-branch-disk.ts';
import type { GitHost } from './git-branch-host.ts';
import { ledgerFolder, projectFile } from './project.ts';
import { fileNames, isKept } from './state.ts';
import { type StoreWithApps, storeOn } from './store.ts';

export interface BranchStoreOptions {
  readonly host: GitHost;
  /** Made with the first write; it holds ledgers and nothing else. */
  readonly branch: string;
  /**
   * Folder of the project in the repository, `.` for the top. Each project has a folder on the branch. Without it, the ledgers are at the
   * top of the branch.
   */
  readonly project?: string | undefined;
  /** Name of the account; files are named after it. */
  readonly name: string;
  readonly clock: Clock;
  readonly newId: NewId;
  /** The process that takes the lock, and its test whether another holder still runs. */
  readonly self: Self;
}

/** Opens ledgers on a branch. Ledgers of apps are at the top of the branch, because all projects share an app. */
export function branchStore({ host, branch, project, ...parts }: BranchStoreOptions): StoreWithApps {
  const whole = branchDisk({ host, branch, clock: parts.clock });
  const top = diskIn(whole, '');
  if (project === undefined) return storeOn({ ...parts, disk: top });
  const files = fileNames(parts.name);
  const storeOf = (folder: string) =>
    storeOn({ ...parts, project: folder, disk: diskIn(whole, ledgerFolder(folder)), diskFor: () => top });
  return {
    ...storeOf(project),
    async others() {
      const kept = (await whole.list()).flatMap((path) => projectFile(path) ?? []);
      const projects = new Set(kept.flatMap(({ project: folder, file }) => (isKept(file, files) ? [folder] : [])));
      projects.delete(project);
      return [...projects].sort().map((folder) => ({
        project: folder,
        path: `${whole.location}/${ledgerFolder(folder)}/${files.ledger}`,
        read: () => storeOf(folder).read(),
      }));
    },
  };
}

/** A subfolder of a disk as a disk. The top folder has no name. */
function diskIn(disk: Disk, folder: string): Disk {
  const start = folder === '' ? '' : `${folder}/`;
  const at = (file: string) => `${start}${file}`;
  const { pathOf, readEnd } = disk;
  return {
    ...disk,
    location: folder === '' ? disk.location : `${disk.location}/${folder}`,
    ...(pathOf === undefined ? {} : { pathOf: (file: string) => pathOf(at(file)) }),
    list: async () =>
      (await disk.list())
        .filter((file) => file.startsWith(start))
        .map((file) => file.slice(start.length))
        .filter((file) => !file.includes('/')),
    read: (file) => disk.read(at(file)),
    ...(readEnd === undefined ? {} : { readEnd: (file: string) => readEnd(at(file)) }),
    replace: (file, text) => disk.replace(at(file), text),
    create: (file, text) => disk.create(at(file), text),
    remove: (file) => disk.remove(at(file)),
    modifiedAt: (file) => disk.modifiedAt(at(file)),
    openAppend: (file) => disk.openAppend(at(file)),
  };
}
