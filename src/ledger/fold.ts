/** Folds a journal into its ledger, in steps that may be cut off at any point. */

import type { NewId } from '../contract/clock.ts';
import type { Ledger } from '../model/ledger.ts';
import { appliedCalls } from './applied-calls.ts';
import type { Disk } from './disk.ts';
import { type AccountIdentity, requireAccount, writeLedger } from './format.ts';
import { keepCalls } from './history-file.ts';
import { type FileNames, lineageOf, type State } from './state.ts';

export interface FoldParts {
  readonly disk: Disk;
  readonly files: FileNames;
  readonly newId: NewId;
  /** Throws when the lock is no longer held. */
  readonly guard: () => Promise<void>;
}

/**
 * The history first: its lines are known by their ids, so that a fold that is cut off and repeated keeps each once. The new
 * ledger names the journal it contains, so a crash before the journal is gone changes nothing.
 */
export async function foldIn(
  { disk, files, newId, guard }: FoldParts,
  { stored, journal, leftover, base, ledger }: State,
  account: AccountIdentity,
): Promise<Ledger> {
  requireAccount(ledger, account, `${disk.place}/${files.ledger}`);
  const hubId = account.hubId ?? ledger.account.hubId;
  const pins = hubId !== ledger.account.hubId;
  const next = {
    ...ledger,
    lineage: lineageOf(ledger, newId),
    account: { ...ledger.account, hubId },
    serial: pins ? ledger.serial + 1 : ledger.serial,
  };
  if (journal !== undefined) {
    // A journal carries the lineage of its ledger, a new one as well.
    await keepCalls(disk, files.history, appliedCalls(base, journal.entries));
  }
  if (stored === undefined || pins || journal !== undefined) {
    await guard();
    await disk.replace(files.ledger, writeLedger({ ledger: next, folded: journal?.header.id ?? stored?.folded }));
  }
  if (journal !== undefined || leftover) {
    await guard();
    await disk.remove(files.journal);
  }
  return next;
}
