/** The ledger without a given location: next to the configuration. Refuses to start a ledger if another location has one. */

import { join, relative } from 'node:path';
import type { Clock, NewId } from '../contract/clock.ts';
import { LedgerError } from '../errors.ts';
import { fileStore, hasLedger } from '../ledger/file-store.ts';
import { lazyStore } from '../ledger/lazy-store.ts';
import type { LedgerStore } from '../model/ledger.ts';
import type { ProjectLocation } from '../model/project.ts';

const FOLDER = '.trueup';

export interface DefaultLedgerOptions {
  /** Location of the configuration. Undefined for texts without a file, whose ledger is below the working directory. */
  readonly location: ProjectLocation | undefined;
  /** Name of the account. */
  readonly name: string;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Touches nothing until it is used. */
export function defaultLedger({ location, name, clock, newId }: DefaultLedgerOptions): LedgerStore {
  if (location === undefined) return fileStore({ dir: FOLDER, name, clock, newId });
  const dir = join(location.folder, FOLDER);
  return lazyStore(async () => {
    const isThere = await hasLedger(dir, name);
    for (const folder of isThere ? [] : location.others) {
      const other = join(folder, FOLDER);
      if (await hasLedger(other, name)) throw elsewhere(name, { dir, other, cwd: location.cwd });
    }
    return fileStore({ dir, name, clock, newId });
  });
}

interface Folders {
  readonly dir: string;
  readonly other: string;
  readonly cwd: string;
}

function elsewhere(name: string, { dir, other, cwd }: Folders): LedgerError {
  return new LedgerError(
    'ledger-elsewhere',
    `There is no ledger of ${name} next to the configuration, in ${dir}, but there is a ledger of it in ${other}.`,
    {
      hint: `If it is the ledger of this configuration, move its files to ${dir}.`,
      fix: [{ action: 'use-ledger', folder: relative(cwd, other) }],
    },
  );
}
