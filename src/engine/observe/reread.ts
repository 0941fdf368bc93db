/** Reads live values during a run: shared by calls that start within a second, or fresh after something went wrong. */

import type { ReadCall, Reader } from '../../contract/calls.ts';
import type { Clock } from '../../contract/clock.ts';
import { defined } from '../../contract/defined.ts';
import { ApiError, AuthError } from '../../errors.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import type { FieldChange } from '../../model/change.ts';
import type { Fields } from '../../model/json.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { KindReader, PlannedRead } from '../../model/kind-reader.ts';
import { differences } from '../compare.ts';
import { isRefused } from './read-failed.ts';
import { earliest, momentOf } from './seen-at.ts';
import { type Found, type SharedReads, type Sight, sharedReads } from './shared-reads.ts';

/**
 * Waits, in milliseconds, before a read that does not show a write is repeated: a list can lag behind, and a call that broke off can
 * still be on its way.
 */
export const LAG_MS = [500, 2000] as const;

export interface LiveReader {
  /** From a read that began at most a second ago. Throws what the reader throws. */
  recent(addresses: readonly Address[]): Promise<Sight>;
  /**
   * What is archived under these names, from lists of the last second: one for each object type, those that a token may not read left
   * out. Throws what the reader throws.
   */
  archived(addresses: readonly Address[]): Promise<Sight>;
  /** From a read that begins after the call; callers that wait at the same time share it. */
  fresh(addresses: readonly Address[]): Promise<Found>;
  /** How many reads these addresses take. */
  readsFor(addresses: readonly Address[]): number;
}

export interface LiveReaderInput {
  readonly kinds: readonly Kind[];
  readonly reader: Reader;
  readonly clock: Clock;
  /** Lists that were asked for before; none when left out. */
  readonly lists?: SharedReads;
  /** Ends reads before a write. Those after one find out what it did, and go on. */
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
  const running = new Map<string, Promise<Found>>();
  const queued = new Map<string, Promise<Found>>();

  const start = (task: Task): Promise<Found> => {
    const found = perform(task, input);
    running.set(task.key, found);
    const over = () => {
      if (running.get(task.key) === found) running.delete(task.key);
    };
    found.then(over, over);
    return found;
  };
  const fresh = (task: Task): Promise<Found> => {
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
    found: merged(sights.map(({ found }) => found)),
    at: earliest(sights.map(({ at }) => at)) ?? momentOf(clock),
  });
  return {
    recent: async (addresses) =>
      together(await inRounds(addresses, input.kinds, { purpose: 'reread', look: shared, foundIn: foundOf })),
    archived: async (addresses) => together(await Promise.all(archivedTasks(addresses, input.kinds).map(shared))),
    fresh: async (addresses) =>
      merged(await inRounds(addresses, input.kinds, { purpose: 'check', look: fresh, foundIn: (found) => found })),
    readsFor: (addresses) => tasksFor(addresses, input.kinds, 'check').length,
  };
}

/**
 * Fields whose live value is not the one the plan saw. Both are live values, so a difference in either direction counts:
 * the rules let a declared value stand for several live ones, not a live one for another.
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
  /** What counts of the reply. */
  readonly shows: 'existing' | 'archived';
}

function tasksFor(addresses: readonly Address[], kinds: readonly Kind[], purpose: Task['purpose']): readonly Task[] {
  const byKind = Map.groupBy(addresses, (address) => parseAddress(address)?.kind);
  return kinds.flatMap((kind) => {
    const reads = provingReader(kind)?.reads(byKind.get(kind.name) ?? []) ?? [];
    return reads.map((read) => taskOf(kind, read, purpose));
  });
}

function archivedTasks(addresses: readonly Address[], kinds: readonly Kind[]): readonly Task[] {
  const byKind = Map.groupBy(addresses, (address) => parseAddress(address)?.kind);
  return kinds.flatMap((kind) => {
    const own = byKind.get(kind.name) ?? [];
    const reads = own.length === 0 ? [] : (provingReader(kind)?.archived?.(own, () => ({})) ?? []);
    const allowed = reads.filter(({ optional }) => optional === undefined);
    return allowed.map((read): Task => ({ ...taskOf(kind, read, 'reread'), shows: 'archived' }));
  });
}

interface Looking<T> {
  readonly purpose: Task['purpose'];
  readonly look: (task: Task) => Promise<T>;
  readonly foundIn: (seen: T) => Found;
}

/** First what every look takes, then what it left out, for addresses that nothing has shown. */
async function inRounds<T>(
  addresses: readonly Address[],
  kinds: readonly Kind[],
  { purpose, look, foundIn }: Looking<T>,
): Promise<readonly T[]> {
  let seen: readonly T[] = await Promise.all(tasksFor(addresses, kinds, purpose).map(look));
  for (let round = 0; round < roundsOf(kinds); round += 1) {
    const unshown = addresses.filter((address) => !seen.some((one) => foundIn(one).has(address)));
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
  const byKind = Map.groupBy(addresses, (address) => parseAddress(address)?.kind);
  return kinds.flatMap((kind) => {
    const own = byKind.get(kind.name) ?? [];
    const reads = own.length === 0 ? [] : (provingReader(kind)?.hidden?.[round]?.(own, () => ({})) ?? []);
    return reads.map((read) => taskOf(kind, read, purpose));
  });
}

function taskOf(kind: Kind, read: PlannedRead, purpose: Task['purpose']): Task {
  return { key: JSON.stringify([kind.name, read.call]), kind, read, purpose, shows: 'existing' };
}

function foundOf({ found }: Sight): Found {
  return found;
}

async function perform(
  { kind, read, purpose, shows }: Task,
  { reader, onRead, signal }: LiveReaderInput,
): Promise<Found> {
  const options = purpose === 'check' || signal === undefined ? {} : { signal };
  const look = async (call: ReadCall): Promise<Found> => {
    onRead(purpose);
    const { value } = await reader.read(call, options);
    const shown = provingReader(kind)?.interpret(call, value) ?? [];
    const counted = shown.filter(({ archived }) => (archived === undefined) === (shows === 'existing'));
    return new Map(counted.map((resource) => [resource.address, resource]));
  };
  try {
    return await look(read.call);
  } catch (error) {
    const refused = error instanceof AuthError || (error instanceof ApiError && [401, 403].includes(error.status));
    if (read.optional !== undefined && error instanceof ApiError && isRefused(error)) return new Map();
    if (refused || read.fallback === undefined) throw error;
    return look(read.fallback);
  }
}

/** One list of a large account is passed on as it is: hundreds of updates look into it. */
function merged([only, ...others]: readonly Found[]): Found {
  if (only !== undefined && others.length === 0) return only;
  return new Map([...(only ?? []), ...others.flatMap((found) => [...found])]);
}
