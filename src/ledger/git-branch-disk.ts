/**
 * A branch as a disk. Each write is a commit on the head that it was computed for. If the branch moved, the write is computed again. A
 * growing file is kept in numbered parts, so that an append sends only new text.
 */

import type { Clock } from '../contract/clock.ts';
import { LedgerError } from '../errors.ts';
import type { Disk } from './disk.ts';
import { journalDisplaced } from './displaced.ts';
import { branchHead, type Seen } from './git-branch-head.ts';
import type { GitHost, Moved } from './git-branch-host.ts';
import {
  after,
  blobId,
  type Changes,
  holdsAll,
  listPaths,
  nextPart,
  partName,
  sameTree,
  selectParts,
  type Tree,
  withoutParts,
} from './git-branch-tree.ts';
import { LOCK_LOST } from './lock.ts';

export interface BranchDiskOptions {
  readonly host: GitHost;
  readonly branch: string;
  readonly clock: Clock;
}

/** Each lost race is a successful write of another process, so a high number means many writers. */
const MOST_TRIES = 40;
const LONGEST_PAUSE_MS = 2000;

export function branchDisk({ host, branch, clock }: BranchDiskOptions): Disk {
  const place = `branch ${branch} of ${host.repository}`;
  /** Files follow, with a slash: without the colon they would be read as a part of the repository's name. */
  const location = `${place}:`;
  const head = branchHead({ host, branch, clock });
  const contents = new Map<string, string>();
  /** Lock files that this disk wrote. While it holds a lock, it writes only on trees that contain the lock. */
  const held = new Map<string, string>();
  let last: Promise<unknown> = Promise.resolve();

  const { look, lookAgain, recent } = head;
  /** A lock decides the next write, so it is read each time. */
  const seen = (file: string): Promise<Seen> => (file.endsWith('.lock') ? look() : recent());

  const textOf = async (id: string): Promise<string> => {
    const text = contents.get(id) ?? (await host.content(id));
    contents.set(id, text);
    return text;
  };

  const wholeText = async (tree: Tree, file: string): Promise<string | undefined> => {
    const ids = [...selectParts(tree, file).values()];
    if (ids.length === 0) return undefined;
    const texts: string[] = [];
    for (const id of ids) texts.push(await textOf(id));
    return texts.join('');
  };

  const requireHeld = (tree: Tree, changes: Changes): void => {
    const lost = [...held].find(([file, id]) => !changes.has(file) && tree.get(file) !== id);
    if (lost === undefined) return;
    throw new LedgerError('ledger-lock-lost', `The lock ${lost[0]} on ${place} was removed or taken by another run.`, {
      hint: LOCK_LOST,
    });
  };

  /** False when `think` finds nothing to do on the newest tree. */
  const attempt = async (message: string, think: (tree: Tree) => Changes | undefined): Promise<boolean> => {
    let base = head.known() ?? (await look());
    for (let tries = 1; ; tries += 1) {
      const changes = think(base.tree);
      if (changes === undefined) return false;
      requireHeld(base.tree, changes);
      const written = await write(base, changes, message);
      if (written.moved) {
        head.moved(base, { commit: written.commit, tree: after(base.tree, changes) });
        for (const text of changes.values()) if (text !== null) contents.set(blobId(text), text);
        return true;
      }
      const before = base.commit;
      base = await lookAgain();
      // A reply that was lost, or a branch that others moved on with our commit in it; they may have taken the lock as well.
      if (holdsAll(base.tree, changes)) {
        requireHeld(base.tree, changes);
        return true;
      }
      if (tries === MOST_TRIES) throw busy(place, written.reason, before === base.commit);
      await clock.sleep(Math.min(LONGEST_PAUSE_MS, 50 * tries));
    }
  };

  const write = async (base: Seen, changes: Changes, message: string): Promise<Moved & { readonly commit: string }> => {
    const commit = await host.commit({ parent: base.commit, changes, message });
    return { commit, ...(await host.move(branch, { from: base.commit, to: commit })) };
  };

  /** Writes of this disk run one after another, because they would only race each other. */
  const change = (message: string, think: (tree: Tree) => Changes | undefined): Promise<boolean> => {
    const done = last.catch(() => undefined).then(() => attempt(message, think));
    last = done;
    return done;
  };

  const remember = (file: string, text: string): void => {
    if (file.endsWith('.lock')) held.set(file, blobId(text));
  };

  return {
    location,
    // Every write is compared and swapped against a tree that has our lock (`requireHeld`).
    keepsLocks: true,
    list: async () => [...(await recent()).tree.keys()],
    read: async (file) => wholeText((await seen(file)).tree, file),
    async readEnd(file) {
      const { tree } = await recent();
      const id = tree.get(listPaths(tree, file).at(-1) ?? '');
      return id === undefined ? '' : textOf(id);
    },
    modifiedAt: async (file) => ((await seen(file)).tree.has(file) ? host.changedAt(branch, file) : undefined),
    async replace(file, text) {
      await change(`Write ${file}`, (tree) => new Map([...withoutParts(tree, file), [file, text]]));
      remember(file, text);
    },
    async create(file, text) {
      const made = await change(`Create ${file}`, (tree) => (tree.has(file) ? undefined : new Map([[file, text]])));
      if (!made) return false;
      remember(file, text);
      return true;
    },
    async remove(file) {
      held.delete(file);
      await change(`Remove ${file}`, (tree) => {
        const paths = listPaths(tree, file);
        return paths.length === 0 ? undefined : new Map(paths.map((path) => [path, null] as const));
      });
    },
    openAppend: async (file) => {
      // Undefined before the first read. Only later changes of other processes can be detected.
      let own: Tree | undefined;
      const requireOwn = (tree: Tree): void => {
        if (own !== undefined && !sameTree(own, selectParts(tree, file))) throw journalDisplaced(`${location}/${file}`);
      };
      return {
        async append(text) {
          let path = '';
          await change(`Append to ${file}`, (tree) => {
            requireOwn(tree);
            own ??= selectParts(tree, file);
            path = nextPart(tree, file);
            return new Map([[path, text]]);
          });
          own = new Map([...(own ?? []), [path, blobId(text)]]);
        },
        async truncate(bytes) {
          const { tree } = await look();
          requireOwn(tree);
          own = selectParts(tree, file);
          const text = (await wholeText(tree, file)) ?? '';
          if (Buffer.byteLength(text) < bytes) throw journalDisplaced(`${location}/${file}`);
          if (Buffer.byteLength(text) === bytes) return;
          const cut = Buffer.from(text).subarray(0, bytes).toString();
          const first = partName(file, 1);
          await change(`Cut ${file}`, (now) => {
            requireOwn(now);
            return new Map([...withoutParts(now, file), [first, cut]]);
          });
          own = new Map([[first, blobId(cut)]]);
        },
        async own() {
          const texts: string[] = [];
          for (const id of own?.values() ?? []) texts.push(await textOf(id));
          return texts.join('');
        },
        close: async () => undefined,
      };
    },
  };
}

function busy(place: string, reason: string, stands: boolean): LedgerError {
  return stands
    ? new LedgerError('ledger-branch-refused', `The ${place} cannot be written: ${reason.replace(/\.$/, '')}.`, {
        hint: 'The token needs write access to contents, and no repository rule may block it on this branch.',
      })
    : new LedgerError('ledger-busy', `The ${place} changes faster than it can be written.`, {
        hint: 'Try again later.',
      });
}
