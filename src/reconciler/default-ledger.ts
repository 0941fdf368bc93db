/** The ledger if no location is given: next to the configuration. A ledger in another location is always reported. */

import { join, relative } from 'node:path';
import type { Clock, NewId } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { LedgerError } from '../errors.ts';
import { fileStore, hasLedger } from '../ledger/file-store.ts';
import { lazyStore } from '../ledger/lazy-store.ts';
import type { LedgerStore } from '../model/ledger.ts';
import type { ProjectLocation } from '../model/project.ts';

const FOLDER = '.trueup';

export interface DefaultLedgerOptions {
  /** Of the configuration; undefined for texts that came from no disk: their ledger is below the working directory. */
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
    const other = await otherLedger(location, name);
    if (other !== undefined && !(await hasLedger(dir, name))) throw elsewhere(name, { dir, other, cwd: location.cwd });
    const store = fileStore({ dir, name, clock, newId });
    const located = await store.location?.();
    return { ...store, location: async () => located && { ...located, ...defined({ other }) } };
  });
}

async function otherLedger({ others }: ProjectLocation, name: string): Promise<string | undefined> {
  for (const folder of others) {
    const dir = join(folder, FOLDER);
    if (await hasLedger(dir, name)) return dir;
  }
  return undefined;
}

interface Folders {
  readonly dir: string;
  readonly other: string;
  readonly cwd: string;
}

function elsewhere(name: string, { dir, other, cwd }: Folders): LedgerError {
  return new LedgerError(
    'ledger-elsewhere',
    `There is no ledger of ${name} next to the configuration, in ${dir}, but there is one in ${other}.`,
    {
      hint: `If it is the ledger of this configuration, move its files to ${dir}.`,
      fix: [{ action: 'use-ledger', folder: relative(cwd, other) }],
    },
  );
}
