/** Creates a world whose ledger is a file in a temporary folder. The folder is removed after the test. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fileStore } from '../../src/index.ts';
import type { LedgerStore } from '../../src/model/ledger.ts';
import { aWorld, type World } from '../laws/world.ts';

export interface DiskWorld {
  readonly world: World;
  readonly dir: string;
  /** Opens the ledger as a process of `owner`, by default ann's. */
  ledger(owner?: string): LedgerStore;
}

/** To be called by a test, or before each. */
export async function aDiskWorld(): Promise<DiskWorld> {
  const dir = await mkdtemp(join(tmpdir(), 'trueup-ledger-'));
  const world = await aWorld();
  onTestFinished(async () => {
    await world.close();
    await rm(dir, { recursive: true });
  });
  const { clock, newId } = world;
  return { world, dir, ledger: (owner = 'ann') => fileStore({ dir, name: 'default', clock, newId, owner }) };
}
