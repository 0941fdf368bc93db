/** Names of a fleet that a shell completes: its rollouts, and the clusters of the one that is typed. Never fails, and asks the database alone. */

import { type Database, readFleet } from '../../fleet/index.ts';
import { DIGITS } from '../../report/text/clusters.ts';
import type { Context } from '../context.ts';
import { withDatabase } from './database.ts';
import type { FleetFlags } from './flags.ts';

export interface CompletedFleet {
  /** Newest first. */
  readonly rollouts: readonly string[];
  /** Of the rollout that is typed, else of the newest one. */
  readonly clusters: readonly string[];
}

/** Rollouts that are offered. */
const MOST = 50;

/** Somebody waits at the keyboard. */
const CONNECT_MS = 1_000;

/** `words`: what is typed already. Nothing is shown where the database cannot be opened: a completion has no place for an error. */
export async function completedFleet(
  context: Context,
  flags: FleetFlags,
  words: readonly string[],
): Promise<CompletedFleet> {
  try {
    const look = async (database: Database): Promise<CompletedFleet> => {
      const read = readFleet(database);
      const rollouts = (await read.rollouts({ limit: MOST })).map(({ rollout }) => rollout);
      const typed = rollouts.find((rollout) => words.some((word) => NAME.test(word) && rollout.startsWith(word)));
      const of = typed ?? rollouts[0];
      const clusters = of === undefined ? [] : await read.clusters(of);
      return { rollouts, clusters: clusters.map(({ shape }) => shape.slice(0, DIGITS)) };
    };
    return await withDatabase(context, flags, look, { connectMs: CONNECT_MS });
  } catch {
    return { rollouts: [], clusters: [] };
  }
}

const NAME = /^[0-9a-f][0-9a-f-]+$/;
