/** Reads live values during a run: shared by calls that start within a second, or fresh after something went wrong. */

import type { ReadCall, Reader } from '../../contract/calls.ts';
import type { Clock } from '../../contract/clock.ts';
import { defined } from '../../contract/defined.ts';
import { ApiError, AuthError } from '../../errors.ts';
import { type Address, kindIn } from '../../model/address.ts';
import type { FieldChange } from '../../model/change.ts';
import type { Fields } from '../../model/json.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { KindReader, PlannedRead } from '../../model/kind-reader.ts';
import { differences } from '../compare.ts';
import { NO_TIMES, timesIn } from './created.ts';
import { isRefused } from './read-failed.ts';
import { earliest, momentOf } from './seen-at.ts';
import { type SharedReads, type Shown, type Sight, sharedReads } from './shared-reads.ts';

/** Milliseconds before a read is repeated that does not show a write. A list can lag, and a broken call can still arrive. */
export const LAG_MS = [500, 2000] as const;

export interface LiveReader {
  /** Reads values at most a second old. Throws the errors of the reader. */
  recent(addresses: readonly Address[]): Promise<Sight>;
  /**
   * Reads the archived resources with these names, from lists at most a second old. Lists that the token may not read are left out. Throws
   * the errors of the reader.
   */
  archived(addresses: readonly Address[]): Promise<Sight>;
  /** From a read that begins after the call; callers that wait at the same time share it. */
  fresh(addresses: readonly Address[]): Promise<Shown>;
  /** Returns the number of reads for these addresses. */
  readsFor(addresses: readonly Address[]): number;
}

export interface LiveReaderInput {
  readonly kinds: readonly Kind[];
  readonly reader: Reader;
  readonly clock: Clock;
  /** Lists that were asked for before; none when left out. */
  readonly lists?: SharedReads;
  /** Stops reads before a write. Reads after a write continue, because they determine its effect. */
  readonly signal?: AbortSignal;
  /** Told of every request. */
  readonly onRead: (purpose: 'reread' | 'check') => void;
}

/** The reader of a kind whose absence a read can prove; undefined for all others. */
export function provingReader(kind: Kind | undefined): KindReader | undefined {
  return kind === undefined || isUnsupported(kind.reader) || kind.reader.proves !== 'both' ? undefined : kind.reader;
}

export function liveReader(input: LiveReaderInput): LiveReader {
  const { clock, lists = sharedReads(clock) } = input;
  const running = new Map<string, Promise<Shown>>();
  const queued = new Map<string, Promise<Shown>>();

  const start = (task: Task): Promise<Shown> => {
    const shown = perform(task, input);
    running.set(task.key, shown);
    const over = () => {
      if (running.get(task.key) === shown) running.delete(task.key);
    };
    shown.then(over, over);
    return shown;
  };
  const fresh = (task: Task): Promise<Shown> => {
    const before = running.get(task.key);
    if (before === undefined) return start(task);
    const waiting = queued.get(task.key);
    if (waiting !== undefined) return waiting;
    const next = before
      .catch(() => undefined)
      .then(() => {
        queued.delete(task.key);
        return start(task);
      });
    queued.set(task.key, next);
    return next;
  };
  const shared = (task: Task): Promise<Sight> => lists.look(task.key, () => perform(task, input));
  const together = (sights: readonly Sight[]): Sight => ({
    ...merged(sights),
    at: earliest(sights.map(({ at }) => at)) ?? momentOf(clock),
  });
  return {
    recent: async (addresses) => together(await inRounds(addresses, input.kinds, { purpose: 'reread', look: shared })),
    archived: async (addresses) => together(await Promise.all(archivedTasks(addresses, input.kinds).map(shared))),
    fresh: async (addresses) => merged(await inRounds(addresses, input.kinds, { purpose: 'check', look: fresh })),
    readsFor: (addresses) => tasksFor(addresses, input.kinds, 'check').length,
  };
}

/**
 * Returns the fields whose live value differs from the value in the plan. Both are live values, so each is compared with the other: the
 * rules of equality are not symmetric.
 */
export function changedFields(kind: Kind, seen: Fields, found: Fields): readonly FieldChange[] {
  const there = differences(kind, seen, found);
  const back = differences(kind, found, seen).filter(({ field }) => !there.some((change) => change.field === field));
  return [
    ...there,
    ...back.map(({ field, before, after }) => ({
      field,
      ...defined({ before: after, after: before }),
    })),
  ];
}

interface Task {
  readonly key: string;
  readonly kind: Kind;
  readonly read: PlannedRead;
  readonly purpose: 'reread' | 'check';
  /** Part of the reply that counts. */
  readonly shows: 'existing' | 'archived';
}

function tasksFor(addresses: readonly Address[], kinds: readonly Kind[], purpose: Task['purpose']): readonly Task[] {
  const byKind = Map.groupBy(addresses, kindIn);
  return kinds.flatMap((kind) => {
    const reads = provingReader(kind)?.reads(byKind.get(kind.name) ?? []) ?? [];
    return reads.map((read) => taskOf(kind, read, purpose));
  });
}

function archivedTasks(addresses: readonly Address[], kinds: readonly Kind[]): readonly Task[] {
  const byKind = Map.groupBy(addresses, kindIn);
  return kinds.flatMap((kind) => {
    const own = byKind.get(kind.name) ?? [];
    const reads = own.length === 0 ? [] : (provingReader(kind)?.archived?.(own, () => ({})) ?? []);
    const allowed = reads.filter(({ optional }) => optional === undefined);
    return allowed.map((read): Task => ({ ...taskOf(kind, read, 'reread'), shows: 'archived' }));
  });
}

interface Looking<T extends Shown> {
  readonly purpose: Task['purpose'];
  readonly look: (task: Task) => Promise<T>;
}

/** Reads the usual lists first, then hidden resources, for addresses that no reply has shown. */
async function inRounds<T extends Shown>(
  addresses: readonly Address[],
  kinds: readonly Kind[],
  { purpose, look }: Looking<T>,
): Promise<readonly T[]> {
  let seen: readonly T[] = await Promise.all(tasksFor(addresses, kinds, purpose).map(look));
  for (let round = 0; round < roundsOf(kinds); round += 1) {
    const unshown = addresses.filter((address) => !seen.some(({ found }) => found.has(address)));
    const tasks = hiddenTasks(unshown, kinds, { purpose, round });
    seen = [...seen, ...(await Promise.all(tasks.map(look)))];
  }
  return seen;
}

function roundsOf(kinds: readonly Kind[]): number {
  return Math.max(0, ...kinds.map((kind) => provingReader(kind)?.hidden?.length ?? 0));
}

function hiddenTasks(
  addresses: readonly Address[],
  kinds: readonly Kind[],
  { purpose, round }: { readonly purpose: Task['purpose']; readonly round: number },
): readonly Task[] {
  const byKind = Map.groupBy(addresses, kindIn);
  return kinds.flatMap((kind) => {
    const own = byKind.get(kind.name) ?? [];
    const reads = own.length === 0 ? [] : (provingReader(kind)?.hidden?.[round]?.(own, () => ({})) ?? []);
    return reads.map((read) => taskOf(kind, read, purpose));
  });
}

function taskOf(kind: Kind, read: PlannedRead, purpose: Task['purpose']): Task {
  return { key: JSON.stringify([kind.name, read.call]), kind, read, purpose, shows: 'existing' };
}

async function perform(
  { kind, read, purpose, shows }: Task,
  { reader, onRead, signal }: LiveReaderInput,
): Promise<Shown> {
  const options = purpose === 'check' || signal === undefined ? {} : { signal };
  const look = async (call: ReadCall): Promise<Shown> => {
    onRead(purpose);
    const { value, ahead } = await reader.read(call, options);
    const own = provingReader(kind);
    const shown = own?.interpret(call, value) ?? [];
    const counted = shown.filter(({ archived }) => (archived === undefined) === (shows === 'existing'));
    return {
      found: new Map(counted.map((resource) => [resource.address, resource])),
      created: timesIn(own, call, { value, ahead }),
    };
  };
  try {
    return await look(read.call);
  } catch (error) {
    const refused = error instanceof AuthError || (error instanceof ApiError && [401, 403].includes(error.status));
    if (read.optional !== undefined && error instanceof ApiError && isRefused(error)) return NOTHING;
    if (refused || read.fallback === undefined) throw error;
    return look(read.fallback);
  }
}

/** A single large list is not copied, because hundreds of updates use it. */
function merged([only = NOTHING, ...others]: readonly Shown[]): Shown {
  if (others.length === 0) return { found: only.found, created: only.created };
  const all = [only, ...others];
  return {
    found: new Map(all.flatMap(({ found }) => [...found])),
    created: new Map(all.flatMap(({ created }) => [...created])),
  };
}

const NOTHING: Shown = { found: new Map(), created: NO_TIMES };
