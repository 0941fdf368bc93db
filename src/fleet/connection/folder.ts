/** PostgreSQL inside the process, with its data in a folder that only one process may open. */

import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Clock, NewId } from '../../contract/clock.ts';
import { LedgerError, UsageError } from '../../errors.ts';
import { lockFolder } from '../../ledger/folder-lock.ts';
import type { Connected } from './connected.ts';
import { onOneConnection } from './one-connection.ts';

/**
 * `DIR/data` has the data, `DIR/database.lock` says who has it open: PGlite itself lets two processes open one folder, and rows that
 * both confirmed are lost. Throws UsageError `database-in-use`.
 */
export async function openFolder(
  dir: string,
  { clock, newId }: { readonly clock: Clock; readonly newId: NewId },
): Promise<Connected> {
  const what = `The database in ${dir}`;
  const lock = await lockFolder({ dir, file: 'database.lock', what, purpose: 'a fleet', clock, newId }).catch(
    (error: unknown) => {
      throw error instanceof LedgerError && error.code === 'ledger-locked' ? inUse(error) : error;
    },
  );
  try {
    const pglite = await PGlite.create({ dataDir: join(dir, 'data') });
    return {
      ...onOneConnection(pglite),
      async release() {
        try {
          if (!pglite.closed) await pglite.close();
        } finally {
          await lock.release();
        }
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function inUse(cause: LedgerError): UsageError {
  return new UsageError('database-in-use', cause.message, {
    hint: `${cause.hint ?? ''} A worker may be stopped with Ctrl-C and started again: nothing is lost. Several processes can share a postgres:// address instead.`.trimStart(),
    cause,
  });
}
