/** A database that its program closed says so: whoever reads the error looks for nothing in the log of the server. */

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/client/index.ts';
import { openDatabase, readFleet } from '../../src/fleet/index.ts';

test('a fleet whose database was closed says that', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trueup-closed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const database = await openDatabase(folder, { clock: systemClock, newId: randomUUID });
  await database.close();
  await expect(readFleet(database).rollouts()).rejects.toMatchObject({
    code: 'database-unusable',
    message: `The fleet cannot use ${database.shown}: it was closed.`,
    hint: 'Close it once everything that uses it has ended.',
  });
});
