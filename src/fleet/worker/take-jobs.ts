/** Takes jobs of pg-boss as slots become free, and keeps each by heartbeats until it is done. */

import type { Clock } from '../../contract/clock.ts';
import { type Database, DatabaseError } from '../database/database.ts';
import type { Job } from '../database/jobs.ts';
import { jobKey } from '../queue/names.ts';

/** Again: there may be more to do at once. */
export type Next = 'again' | 'wait' | 'end';

export interface Taking {
  readonly database: Database;
  readonly clock: Clock;
  /** Number of jobs that run together. A job gives its slot away after `SLOW_MS`; at most twice as many run. */
  readonly slots: number;
  /** Milliseconds between two looks when there is nothing to do. */
  readonly pollMs: number;
  /** Stops taking jobs. Running jobs are finished. */
  readonly signal: AbortSignal;
  /** Queues in the order in which they are asked. */
  readonly queues: readonly string[];
  /** Queues that are asked for one job if no other job runs. That job runs without others. */
  readonly queuesAlone: readonly string[];
  /** Starts jobs and returns those that run, with their work. The other jobs are finished. */
  begin(jobs: readonly Job[]): Promise<ReadonlyMap<Job, Promise<void>>>;
  /** Called after an outage of the database or of the queues: jobs may be lost. */
  onTrouble?(): void;
  /** Called each turn. `isIdle`: no job runs and none was taken. */
  look(isIdle: boolean): Promise<Next>;
}

const NONE: ReturnType<Taking['begin']> = Promise.resolve(new Map());

/** A worker that is taken for dead has missed three. */
const BEATS_A_TERM = 3;

/** Milliseconds, more than most accounts take if the service answers. A slower account mostly waits for an answer. */
const SLOW_MS = 1_000;

interface InHand {
  readonly work: Promise<void>;
  /** Monotonic time. */
  readonly since: number;
}

/**
 * Takes and runs jobs. Waits if the database cannot be reached. Throws every other error of the database, and the first error of a job,
 * after all running jobs have ended.
 */
export async function takeJobs(taking: Taking): Promise<void> {
  const { database, clock, pollMs, signal } = taking;
  const { queue } = database;
  const inHand = new Map<Job, InHand>();
  /** Taken jobs that have not begun, because the database did not answer. */
  const waiting: Job[] = [];
  const done: Job[] = [];
  let refused: { readonly error: unknown } | undefined;
  const begun = (job: Job, work: Promise<void>): void => {
    const run = work.then(
      () => void done.push(job),
      (error: unknown) => {
        // Without a result the job goes to another worker, once its heartbeat has ended.
        if (!isLost(error)) refused ??= { error };
      },
    );
    inHand.set(job, { work: run.finally(() => inHand.delete(job)), since: clock.elapsed() });
  };
  const completed = async (): Promise<void> => {
    const jobs = done.splice(0);
    if (jobs.length === 0) return;
    await queue.complete(jobs).catch((error: unknown) => {
      done.push(...jobs);
      throw error;
    });
  };
  const taken = asker(taking, inHand);
  const turn = async (): Promise<Next> => {
    await completed();
    const jobs = waiting.length > 0 ? waiting.splice(0) : await taken.next();
    // A suspended process gets its own jobs again, which it still runs.
    const own = new Set([...inHand.keys()].map(jobKey));
    const fresh = jobs.filter((job) => !own.has(jobKey(job)));
    const works = await (fresh.length === 0 ? NONE : taking.begin(fresh)).catch((error: unknown) => {
      waiting.push(...jobs);
      throw error;
    });
    for (const job of jobs) {
      const work = works.get(job);
      if (work === undefined) done.push(job);
      else begun(job, work);
    }
    const next = await taking.look(jobs.length === 0 && inHand.size === 0);
    if (next === 'again') taken.askAgain();
    // A job that was not needed left its slot free.
    return next === 'wait' && works.size < jobs.length ? 'again' : next;
  };
  const over = new AbortController();
  const beating = beats(taking, () => [...inHand.keys(), ...waiting], over.signal);
  try {
    while (!signal.aborted && refused === undefined) {
      const next = await turn().catch((error: unknown): Next => {
        if (!isLost(error)) throw error;
        taking.onTrouble?.();
        return 'wait';
      });
      if (next === 'end') break;
      // A job that ended during the turn left its slot free.
      if (next === 'wait' && done.length === 0) await pause(listWorks(inHand), clock.sleep(pollMs, signal));
    }
  } finally {
    await Promise.all(listWorks(inHand));
    over.abort();
    await beating;
    // If this fails, other workers get the jobs and find them finished.
    await completed().catch(() => undefined);
  }
  if (refused !== undefined) throw refused.error;
}

function listWorks(inHand: ReadonlyMap<Job, InHand>): readonly Promise<void>[] {
  return [...inHand.values()].map(({ work }) => work);
}

export function isLost(error: unknown): boolean {
  return error instanceof DatabaseError && error.trouble === 'lost';
}

interface Asker {
  next(): Promise<readonly Job[]>;
  /** Also those queues that had no more a moment ago. */
  askAgain(): void;
}

/** A queue that had less than it was asked for is asked again after a pause. */
function asker(
  { database, clock, slots, pollMs, queues, queuesAlone }: Taking,
  inHand: ReadonlyMap<Job, InHand>,
): Asker {
  const emptyUntil = new Map<string, number>();
  const from = async (name: string, most: number): Promise<readonly Job[]> => {
    if (clock.elapsed() < (emptyUntil.get(name) ?? 0)) return [];
    const jobs = await database.queue.take(name, most);
    if (jobs.length < most) emptyUntil.set(name, clock.elapsed() + pollMs);
    return jobs;
  };
  return {
    async next() {
      if ([...inHand.keys()].some((job) => queuesAlone.includes(job.queue))) return [];
      const jobs: Job[] = [];
      const now = clock.elapsed();
      const slow = [...inHand.values()].filter(({ since }) => now - since >= SLOW_MS).length;
      const free = slots - inHand.size + Math.min(slow, slots);
      for (const name of queues) if (free > jobs.length) jobs.push(...(await from(name, free - jobs.length)));
      if (inHand.size > 0 || jobs.length > 0) return jobs;
      for (const name of queuesAlone) {
        const [job] = await from(name, 1);
        if (job !== undefined) return [job];
      }
      return [];
    },
    askAgain: () => emptyUntil.clear(),
  };
}

/** Sends heartbeats for the held jobs. Repeats a failed heartbeat soon. */
async function beats({ database, clock }: Taking, held: () => readonly Job[], signal: AbortSignal): Promise<void> {
  const { queue } = database;
  let pauseMs = queue.heartbeatMs / BEATS_A_TERM;
  while (!signal.aborted) {
    await clock.sleep(pauseMs, signal).catch(() => undefined);
    const jobs = held();
    const tried = jobs.length === 0 || signal.aborted ? undefined : queue.touch(jobs);
    pauseMs = await Promise.resolve(tried).then(
      () => queue.heartbeatMs / BEATS_A_TERM,
      () => queue.heartbeatMs / 30,
    );
  }
}

/** Until one of them has ended, with others that end at the same time, or the time has passed. */
async function pause(works: readonly Promise<void>[], time: Promise<void>): Promise<void> {
  await Promise.race([...works, time]).catch(() => undefined);
  await new Promise(setImmediate);
}
