/** Ledgers of an account on a branch that another project has, or all projects shared, and how one of them is taken over. */

import { defined } from '../contract/defined.ts';
import { type Address, isAddress } from '../model/address.ts';
import type { Ledger, LedgerStore, OtherLedger } from '../model/ledger.ts';
import { diskIn } from './folder-disk.ts';
import { parseLedger, writeLedger } from './format.ts';
import type { BranchDisk } from './git-branch-disk.ts';
import { type Tree, withoutParts } from './git-branch-tree.ts';
import { wholeLines } from './history.ts';
import { ledgerFolder, projectFile } from './project.ts';
import { appOfFile, type FileNames, fileNames, fileNamesOfApp, isKept, nameOfApp } from './state.ts';
import { type StoreParts, storeOn } from './store.ts';

interface Parts extends Pick<StoreParts, 'name' | 'clock' | 'newId' | 'self'> {
  readonly whole: BranchDisk;
  /** Whose ledger is looked for. */
  readonly project: string;
}

/** None once the project has its own. That of an earlier version comes first. */
export async function otherLedgers(parts: Parts): Promise<readonly OtherLedger[]> {
  const files = fileNames(parts.name);
  const found = new Set<string>();
  let isShared = false;
  for (const path of await parts.whole.list()) {
    const kept = projectFile(path);
    if (kept === undefined) isShared ||= isKept(path, files);
    else if (isKept(kept.file, files)) found.add(kept.project);
  }
  if (found.has(parts.project)) return [];
  return [...(isShared ? [undefined] : []), ...[...found].sort()].map((project) => otherLedger(parts, files, project));
}

function otherLedger(parts: Parts, files: FileNames, project: string | undefined): OtherLedger {
  const folder = project === undefined ? '' : ledgerFolder(project);
  const { whole, project: _, ...shared } = parts;
  const disk = diskIn(whole, folder);
  const store = storeOn({ ...shared, disk, ...defined({ project }) });
  return {
    project,
    path: `${disk.location}/${files.ledger}`,
    store,
    async take(leave = () => false) {
      if (project !== undefined) await takeRecordsOfApps(parts, project);
      await take(parts, files, { folder, store, leave });
    },
  };
}

interface Taking {
  readonly folder: string;
  readonly store: LedgerStore;
  readonly leave: (address: Address) => boolean;
}

/** What it applied of apps stays seen: their ledgers, which all projects share, tell of which project a record is. */
async function takeRecordsOfApps(parts: Parts, former: string): Promise<void> {
  const { whole, project, ...shared } = parts;
  const disk = diskIn(whole, '');
  for (const app of (await disk.list()).flatMap((file) => appOfFile(file) ?? [])) {
    const name = nameOfApp(app);
    const store = storeOn({ ...shared, disk, name, files: fileNamesOfApp(app) });
    const theirs = async () => Object.values((await store.read()).records).filter((one) => one.project === former);
    if ((await theirs()).length === 0) continue;
    const lock = await store.lock('a move to the folder of the project');
    try {
      await store.append((await theirs()).map((record) => ({ type: 'record', record: { ...record, project } })));
      await store.compact({ name, hubId: null });
    } finally {
      await lock.release();
    }
  }
}

/** Under its lock, with its journal folded in: then the move is one commit, and whoever dies before it has moved nothing. */
async function take(
  { whole, name, project }: Parts,
  files: FileNames,
  { folder, store, leave }: Taking,
): Promise<void> {
  const lock = await store.lock('a move to the folder of the project');
  try {
    await store.compact({ name, hubId: null });
    const from = diskIn(whole, folder);
    const [path, history] = [`${whole.location}/${files.ledger}`, (await from.read(files.history)) ?? ''];
    const stored = parseLedger((await from.read(files.ledger)) ?? '', path);
    const split = divided(stored.ledger, leave);
    const ours = writeLedger({ ...stored, ledger: { ...split.taken, project } });
    const ourHistory = historyWithout(history, split.left);
    const target = ledgerFolder(project);
    await whole.rewrite(`Move ${files.ledger} to ${target}`, (tree) => {
      const changes = new Map<string, string | null>([
        [`${target}/${files.ledger}`, ours],
        ...textAt(tree, `${target}/${files.history}`, ourHistory),
      ]);
      const at = (file: string) => (folder === '' ? file : `${folder}/${file}`);
      for (const file of [files.ledger, files.history])
        for (const [old] of withoutParts(tree, at(file))) changes.set(old, null);
      if (split.left !== undefined) {
        changes.set(at(files.ledger), writeLedger({ ...stored, ledger: split.left }));
        for (const [old, text] of textAt(tree, at(files.history), historyWithout(history, split.taken)))
          changes.set(old, text);
      }
      return changes;
    });
  } finally {
    await lock.release();
  }
}

function textAt(tree: Tree, file: string, text: string): readonly (readonly [string, string | null])[] {
  return [...withoutParts(tree, file), ...(text === '' ? [] : [[file, text] as const])];
}

interface Divided {
  readonly taken: Ledger;
  /** Undefined where nothing is left. */
  readonly left: Ledger | undefined;
}

/** A plan rests on the serial: of what is divided, neither part is what a plan was made with. */
function divided(ledger: Ledger, leave: (address: Address) => boolean): Divided {
  const part = (belongs: (address: Address) => boolean): Ledger => ({
    ...ledger,
    serial: ledger.serial + 1,
    records: Object.fromEntries(Object.entries(ledger.records).filter(([address]) => belongs(address as Address))),
    intentions: ledger.intentions.filter(({ covers }) => belongs(covers[0] ?? ('' as Address))),
  });
  const left = part(leave);
  if (Object.keys(left.records).length + left.intentions.length === 0) return { taken: ledger, left: undefined };
  return { taken: part((address) => !leave(address)), left };
}

/** Without the calls that are about nothing but what the other part has. A damaged line stays in both. */
function historyWithout(text: string, other: Ledger | undefined): string {
  if (other === undefined) return text;
  const theirs = (line: string) => {
    const covers = coveredBy(line);
    return covers.length > 0 && covers.every((address) => other.records[address] !== undefined);
  };
  return wholeLines(text)
    .filter((line) => !theirs(line))
    .map((line) => `${line}\n`)
    .join('');
}

function coveredBy(line: string): readonly Address[] {
  try {
    const { covers } = JSON.parse(line) as { readonly covers?: unknown };
    return Array.isArray(covers)
      ? covers.filter((one): one is Address => typeof one === 'string' && isAddress(one))
      : [];
  } catch {
    return [];
  }
}
