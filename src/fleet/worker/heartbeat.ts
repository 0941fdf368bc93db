/** The heartbeat of a process that works: what one has that sends none is anybody's. */

import type { Clock } from '../../contract/clock.ts';
import type { Database } from '../database/database.ts';
import { beat, leave, type Task } from '../store/worker-statements.ts';

export interface Heartbeat {
  readonly database: Database;
  readonly clock: Clock;
  /** Milliseconds after which it is taken for dead. */
  readonly termMs: number;
  readonly task: Task;
  /** Of the configuration that it runs accounts with; null where that does not matter. */
  readonly configuration: string | null;
}

/** Works under an id that lives until the work has ended. */
export async function living<T>(id: string, heart: Heartbeat, work: () => Promise<T>): Promise<T> {
  const ended = new AbortController();
  const beating = heartbeat(id, heart, ended.signal);
  try {
    return await work();
  } finally {
    ended.abort();
    await beating;
    await heart.database.query(leave(id)).catch(() => undefined);
  }
}

/** One that fails is repeated soon; a worker that was taken for dead finds that its results no longer count. */
async function heartbeat(id: string, heart: Heartbeat, signal: AbortSignal): Promise<void> {
  const { database, clock, termMs, task, configuration } = heart;
  while (!signal.aborted) {
    const pauseMs = await database.query(beat(id, termMs, task, configuration)).then(
      () => termMs / 3,
      () => termMs / 30,
    );
    await clock.sleep(pauseMs, signal).catch(() => undefined);
  }
}
