/** Watches the folders of a project: editors save by writing a file, or by putting another one in its place. */

import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Project } from '../../model/project.ts';

/** Milliseconds in which several events are one: an editor saves in steps. */
const SETTLED_MS = 100;

export interface Watched {
  /** Resolves when something happened since the last call; at once if it did already. */
  changed(): Promise<void>;
  /** Wakes whoever waits. */
  wake(): void;
  /** Watches the folders of this project from here on. Where there are others than before, what happened in them before is a change too. */
  follow(project: Project): void;
  close(): void;
}

export function watchFolders(): Watched {
  const watchers = new Map<string, FSWatcher>();
  let waiting = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const wake = () => waiting.resolve();
  const onEvent = () => {
    clearTimeout(timer);
    timer = setTimeout(wake, SETTLED_MS);
  };
  const drop = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  return {
    changed: async () => {
      await waiting.promise;
      waiting = Promise.withResolvers<void>();
    },
    wake,
    follow: (project) => {
      const wanted = foldersOf(project);
      for (const folder of watchers.keys()) if (!wanted.has(folder)) drop(folder);
      let isNew = false;
      for (const folder of wanted) {
        if (watchers.has(folder)) continue;
        const watcher = watcherOf(folder, onEvent);
        if (watcher === undefined) continue;
        isNew = true;
        // A folder that goes away: the next look finds out what is left.
        watcher.on('error', () => {
          drop(folder);
          onEvent();
        });
        watchers.set(folder, watcher);
      }
      if (isNew) onEvent();
    },
    close: () => {
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}

/** Undefined for a folder that went away meanwhile: the one above it tells. */
function watcherOf(folder: string, onEvent: () => void): FSWatcher | undefined {
  try {
    return watch(folder, onEvent);
  } catch {
    return undefined;
  }
}

/**
 * Those that files are in, and with all that is below those that are searched; for one that is gone the nearest above it. One by one: watching
 * a whole tree misses files that are put in the place of others on some systems.
 */
function foldersOf({ files, ways = [], searched = [], location }: Project): ReadonlySet<string> {
  const single = [...ways, ...files.flatMap(({ realPath }) => realPath ?? [])].map((path) => dirname(path));
  const own = location === undefined ? [] : [location.folder];
  return new Set([...[...single, ...own].map(existing), ...searched.map(existing).flatMap(withBelow)]);
}

/** No file of a project is in a folder that starts with a dot. */
function withBelow(folder: string): readonly string[] {
  const below = (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules',
  );
  return [folder, ...below.flatMap(({ name }) => withBelow(join(folder, name)))];
}

function existing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder));
}
