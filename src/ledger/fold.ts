/** Folds a journal into its ledger, in steps that can be interrupted at any point. */

import type { NewId } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import type { Ledger } from '../model/ledger.ts';
import { appliedCalls } from './applied-calls.ts';
import type { Disk } from './disk.ts';
import { type AccountIdentity, requireAccount, writeLedger } from './format.ts';
import { keepCalls } from './history-file.ts';
import { pinned } from './pins.ts';
import type { FileNames, State } from './state.ts';

export interface FoldParts {
  readonly disk: Disk;
  readonly files: FileNames;
  readonly newId: NewId;
  /** Throws when the lock is no longer held. */
  readonly guard: () => Promise<void>;
  /** True to keep the journal file, because it is not the journal that is folded in. A person must look at it. */
  readonly keepsFile: boolean;
  /** Written into the ledger. */
  readonly project?: string;
}

export interface Folded {
  readonly ledger: Ledger;
  /** Text of the ledger file. */
  readonly text: string | undefined;
}

/**
 * The history first: its lines are known by their ids, so that a fold that is cut off and repeated keeps each once. The new
 * ledger names the journal it contains, so a crash before the journal is gone changes nothing.
 */
export async function foldIn(
  { disk, files, newId, guard, keepsFile, project }: FoldParts,
  { text, stored, journal, foldedJournal, base, ledger }: State,
  account: AccountIdentity,
): Promise<Folded> {
  requireAccount(ledger, account, `${disk.location}/${files.ledger}`);
  const { next, pins } = pinned(ledger, account, { newId, ...defined({ project }) });
  if (journal !== undefined) {
    // A journal carries the lineage of its ledger, even of a new ledger.
    await keepCalls(disk, files.history, appliedCalls(base, journal.entries));
  }
  const written =
    stored === undefined || pins || journal !== undefined
      ? writeLedger({ ledger: next, folded: journal?.header.id ?? stored?.folded })
      : undefined;
  if (written !== undefined) {
    await guard();
    await disk.replace(files.ledger, written);
  }
  if (!keepsFile && (journal !== undefined || foldedJournal)) {
    await guard();
    await disk.remove(files.journal);
  }
  return { ledger: next, text: written ?? text };
}
