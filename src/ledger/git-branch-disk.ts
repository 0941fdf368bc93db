/**
 * A branch as a disk: every write is a commit on top of the head it was thought out for, and is thought out anew when the
 * branch moved meanwhile. A file that grows is kept in numbered parts, so that an append sends only what is new.
 */

import { createHash } from 'node:crypto';
import type { Clock } from '../contract/clock.ts';
import { LedgerError } from '../errors.ts';
import type { Disk } from './disk.ts';
import type { GitHost, Moved } from './git-branch-host.ts';
import { LOCK_LOST } from './lock.ts';

export interface BranchDiskOptions {
  readonly host: GitHost;
  readonly branch: string;
  readonly clock: Clock;
}

type Tree = ReadonlyMap<string, string>;
type Changes = ReadonlyMap<string, string | null>;

interface Seen {
  /** Undefined: there is no such branch yet. */
  readonly commit: string | undefined;
  readonly tree: Tree;
}

/** Each lost race means that somebody else's write got through, so this many are many writers. */
const MOST_TRIES = 40;
const LONGEST_PAUSE_MS = 2000;

export function branchDisk({ host, branch, clock }: BranchDiskOptions): Disk {
  const place = `branch ${branch} of ${host.repository}`;
  const contents = new Map<string, string>();
  /** Lock files that this disk wrote: as long as it holds one, no other write of it goes on top of a tree without it. */
  const held = new Map<string, string>();
  let known: Seen | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const look = async (): Promise<Seen> => {
    const commit = await host.head(branch);
    if (commit === undefined) known = { commit, tree: new Map() };
    else if (commit !== known?.commit) known = { commit, tree: await host.tree(commit) };
    return known ?? { commit: undefined, tree: new Map() };
  };

  const textOf = async (id: string): Promise<string> => {
    const text = contents.get(id) ?? (await host.content(id));
    contents.set(id, text);
    return text;
  };

  const wholeText = async (tree: Tree, file: string): Promise<string | undefined> => {
    const ids = pathsOf(tree, file).flatMap((path) => tree.get(path) ?? []);
    if (ids.length === 0) return undefined;
    const texts: string[] = [];
    for (const id of ids) texts.push(await textOf(id));
    return texts.join('');
  };

  const requireHeld = (tree: Tree, changes: Changes): void => {
    const lost = [...held].find(([file, id]) => !changes.has(file) && tree.get(file) !== id);
    if (lost === undefined) return;
    throw new LedgerError('ledger-lock-lost', `The lock ${lost[0]} on ${place} was removed or taken by someone else.`, {
      hint: LOCK_LOST,
    });
  };

  /** False when `think` finds nothing to do on the newest tree. */
  const attempt = async (message: string, think: (tree: Tree) => Changes | undefined): Promise<boolean> => {
    let base = known ?? (await look());
    for (let tries = 1; ; tries += 1) {
      const changes = think(base.tree);
      if (changes === undefined) return false;
      requireHeld(base.tree, changes);
      const written = await write(base, changes, message);
      if (written.moved) {
        known = { commit: written.commit, tree: after(base.tree, changes) };
        for (const text of changes.values()) if (text !== null) contents.set(blobId(text), text);
        return true;
      }
      const before = base.commit;
      base = await look();
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

  /** One write of this disk at a time: they would only race each other. */
  const change = (message: string, think: (tree: Tree) => Changes | undefined): Promise<boolean> => {
    const done = last.catch(() => undefined).then(() => attempt(message, think));
    last = done;
    return done;
  };

  const remember = (file: string, text: string): void => {
    if (file.endsWith('.lock')) held.set(file, blobId(text));
  };

  return {
    place,
    // Every write is compared and swapped against a tree that has our lock (`requireHeld`).
    keepsLocks: true,
    list: async () => [...(await look()).tree.keys()],
    read: async (file) => wholeText((await look()).tree, file),
    async readEnd(file) {
      const { tree } = await look();
      const id = tree.get(pathsOf(tree, file).at(-1) ?? '');
      return id === undefined ? '' : textOf(id);
    },
    modifiedAt: async (file) => ((await look()).tree.has(file) ? host.changedAt(branch, file) : undefined),
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
        const paths = pathsOf(tree, file);
        return paths.length === 0 ? undefined : new Map(paths.map((path) => [path, null] as const));
      });
    },
    openAppend: async (file) => ({
      async append(text) {
        await change(`Append to ${file}`, (tree) => new Map([[nextPart(tree, file), text]]));
      },
      async truncate(bytes) {
        const text = (await wholeText((await look()).tree, file)) ?? '';
        if (Buffer.byteLength(text) === bytes) return;
        const cut = Buffer.from(text).subarray(0, bytes).toString();
        await change(`Cut ${file}`, (tree) => new Map([...withoutParts(tree, file), [partName(file, 1), cut]]));
      },
      close: async () => undefined,
    }),
  };
}

function partName(file: string, number: number): string {
  return `${file}.${String(number).padStart(6, '0')}`;
}

/** The file itself, then its parts in their order. */
function pathsOf(tree: Tree, file: string): readonly string[] {
  const parts = [...tree.keys()].filter(
    (path) => path.startsWith(`${file}.`) && /^\d{6}$/.test(path.slice(file.length + 1)),
  );
  return [...(tree.has(file) ? [file] : []), ...parts.sort()];
}

function nextPart(tree: Tree, file: string): string {
  const last = pathsOf(tree, file).findLast((path) => path !== file);
  return partName(file, last === undefined ? 1 : Number(last.slice(file.length + 1)) + 1);
}

function withoutParts(tree: Tree, file: string): readonly (readonly [string, null])[] {
  return pathsOf(tree, file).map((path) => [path, null] as const);
}

function after(tree: Tree, changes: Changes): Tree {
  const next = new Map(tree);
  for (const [path, text] of changes) {
    if (text === null) next.delete(path);
    else next.set(path, blobId(text));
  }
  return next;
}

function holdsAll(tree: Tree, changes: Changes): boolean {
  return [...changes].every(([path, text]) => (text === null ? !tree.has(path) : tree.get(path) === blobId(text)));
}

/** The id that Git gives a content. */
function blobId(text: string): string {
  const bytes = Buffer.from(text);
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function busy(place: string, reason: string, stands: boolean): LedgerError {
  return stands
    ? new LedgerError('ledger-branch-refused', `The ${place} cannot be written: ${reason}.`, {
        hint: 'The token needs to write contents, and no rule of the repository may protect this branch from it.',
      })
    : new LedgerError('ledger-busy', `The ${place} moves faster than it can be written.`, { hint: 'Try again later.' });
}
