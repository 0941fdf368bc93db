/** The error for a database without a fleet, if the command must not create a fleet. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';

/** `shown`: the database or the folder, without a login. */
export function fleetMissing(shown: string): UsageError {
  return new UsageError('fleet-missing', `There is no fleet in ${shown}.`, {
    hint: 'Check the name of the database. To begin a fleet there, open it without make: false.',
  });
}

/** Throws UsageError `fleet-missing` for a folder without data. */
export async function requireFolder(path: string): Promise<void> {
  const found = await stat(join(path, 'data')).catch(() => undefined);
  if (found === undefined) throw fleetMissing(path);
}
