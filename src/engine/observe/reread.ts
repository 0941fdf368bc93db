/** Reads live values during a run: shared by calls that start within a second, or fresh after something went wrong. */

import type { Reader } from '../../contract/calls.ts';
import type { Clock } from '../../contract/clock.ts';
import { defined } from '../../contract/defined.ts';
import { TrueupError } from '../../errors.ts';
import { type Address, parseKind } from '../../model/address.ts';
import type { FieldChange } from '../../model/change.ts';
import type { Fields } from '../../model/json.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import { type KindReader, NOTHING_WANTED, type Wanted } from '../../model/kind-reader.ts';
import type { LiveResource } from '../../model/live.ts';
import { differences } from '../compare.ts';
import type { KindLookup } from '../kind-lookup.ts';
import { collectDependents } from './dependents.ts';
import { buildBeside, performRead, type ReadContext, type SharedRead } from './perform-read.ts';
import { buildReadKey, countRounds, firstReads, furtherReads } from './planned-reads.ts';
import { isRefused } from './read-failed.ts';
import { readingOnce } from './reading-once.ts';
import { computeAge, earliest, type Moment, readMoment } from './seen-at.ts';

/** Milliseconds before a read is repeated that does not show a write. A list can lag, and a broken call can still arrive. */
const LAG_MS = [500, 2000] as const;

/** Returns the waits for these addresses, longer if the reads of a kind show a write late. */
export function listLags({ kindOf }: KindLookup, addresses: readonly Address[]): readonly number[] {
  const longest = Math.max(0, ...addresses.map((address) => provingReader(kindOf(address))?.lagMs ?? 0));
  const [, last] = LAG_MS;
  const usual = LAG_MS.reduce((sum, wait) => sum + wait, 0);
  return [...LAG_MS, ...Array.from({ length: Math.ceil(Math.max(0, longest - usual) / last) }, () => last)];
}

/** Resources of a complete read. An address that is missing in it does not exist. */
export type Found = ReadonlyMap<Address, LiveResource>;

/** A read with the time of its reply. */
export interface Sight {
  readonly found: Found;
  readonly at: Moment;
}

export interface LiveReader {
  /** Reads values at most a second old. Throws the errors of the reader. */
  recent(addresses: readonly Address[]): Promise<Sight>;
  /** From a read that begins after the call; callers that wait at the same time share it. */
  fresh(addresses: readonly Address[]): Promise<Found>;
  /**
   * Returns the archived resources that a create at these addresses would lose, with the reason. From a read that begins after the call.
   * Throws the errors of the reader.
   */
  losable(addresses: readonly Address[]): Promise<ReadonlyMap<Address, string>>;
  /**
   * Returns the resources that the service deletes together with these addresses, by address. From a read that begins after the call. Reads
   * only if the kinds of the addresses can have such resources. Throws the errors of the reader.
   */
  findDeletedWith(addresses: readonly Address[]): Promise<ReadonlyMap<Address, readonly Address[]>>;
  /** Returns the number of reads for these addresses. */
  readsFor(addresses: readonly Address[]): number;
}

export interface LiveReaderInput {
  readonly kinds: readonly Kind[];
  readonly reader: Reader;
  readonly clock: Clock;
  readonly wanted: Wanted;
  /** Stops reads before a write. Reads after a write continue, because they determine its effect. */
  readonly signal?: AbortSignal;
  /** Told of every request. */
  readonly onRead: (purpose: 'reread' | 'check') => void;
}

/** The reader of a kind whose absence a read can prove; undefined for all others. */
export function provingReader(kind: Kind | undefined): KindReader | undefined {
  return kind === undefined || isUnsupported(kind.reader) || kind.reader.proves !== 'both' ? undefined : kind.reader;
}

/** Milliseconds for which calls share a list. */
const SHARED_READ_MS = 1000;

export function liveReader(input: LiveReaderInput): LiveReader {
  const { clock, signal, wanted } = input;
  const kinds = provingKinds(input.kinds);
  const recent = new Map<string, { readonly at: Moment; readonly sight: Promise<Sight> }>();
  const running = new Map<string, Promise<Found>>();
  const queued = new Map<string, Promise<Found>>();

  const counted = (purpose: 'reread' | 'check'): Reader =>
    readingOnce({
      read(call, options) {
        input.onRead(purpose);
        return input.reader.read(call, options);
      },
    });
  const readShared = (read: SharedRead, reader: Reader): Promise<Sight> => {
    const key = buildReadKey(read);
    const at = readMoment(clock);
    const last = recent.get(key);
    if (last !== undefined && computeAge(last.at, at) < SHARED_READ_MS) return last.sight;
    const sight = perform(read, reader, signal).then((found) => ({ found, at: readMoment(clock) }));
    const asked = { at, sight };
    recent.set(key, asked);
    // A failed read fails only the calls that waited for it.
    sight.catch(() => {
      if (recent.get(key) === asked) recent.delete(key);
    });
    return sight;
  };
  const start = (read: SharedRead, reader: Reader): Promise<Found> => {
    const key = buildReadKey(read);
    const found = perform(read, reader);
    running.set(key, found);
    const over = () => {
      if (running.get(key) === found) running.delete(key);
    };
    found.then(over, over);
    return found;
  };
  const fresh = (read: SharedRead, reader: Reader): Promise<Found> => {
    const key = buildReadKey(read);
    const before = running.get(key);
    if (before === undefined) return start(read, reader);
    const waiting = queued.get(key);
    if (waiting !== undefined) return waiting;
    const next = before
      .catch(() => undefined)
      .then(() => {
        queued.delete(key);
        return start(read, reader);
      });
    queued.set(key, next);
    return next;
  };
  return {
    async recent(addresses) {
      const sights: Sight[] = [];
      const reader = counted('reread');
      const look = async (read: SharedRead): Promise<Found> => {
        const sight = await readShared(read, reader);
        sights.push(sight);
        return sight.found;
      };
      const found = await inRounds(addresses, { kinds, wanted }, look);
      return { found, at: earliest(sights.map(({ at }) => at)) ?? readMoment(clock) };
    },
    fresh(addresses) {
      const reader = counted('check');
      return inRounds(addresses, { kinds, wanted }, (read) => fresh(read, reader));
    },
    async findDeletedWith(leaving) {
      const going = kinds.filter(({ needs }) => needs?.goesWith === true);
      const reader = counted('reread');
      const reads = firstReads(going, [], wanted, { whole: [], holders: [], leaving });
      const found = merged(await Promise.all(reads.map((read) => fresh(read, reader))));
      const dependents = collectDependents(leaving);
      for (const kind of going)
        for (const resource of found.values()) if (resource.kind === kind.name) dependents.look(kind, resource);
      return dependents.found() ?? new Map();
    },
    losable: (addresses) => losable(addresses, input.kinds, { reader: counted('reread'), ...defined({ signal }) }),
    readsFor: (addresses) => firstReads(kinds, addresses, wanted).length,
  };
}

/** Archived resources are left out: here they count as missing. */
function provingKinds(kinds: readonly Kind[]): readonly Kind[] {
  return kinds.flatMap((kind) => {
    const own = provingReader(kind);
    if (own === undefined) return [];
    const { archived: _, ...reader } = own;
    return [{ ...kind, reader }];
  });
}

async function losable(
  addresses: readonly Address[],
  kinds: readonly Kind[],
  context: ReadContext,
): Promise<ReadonlyMap<Address, string>> {
  const lost = new Map<Address, string>();
  for (const kind of kinds) {
    const own = provingReader(kind);
    const covers = addresses.filter((address) => parseKind(address) === kind.name);
    if (own?.losesArchived === undefined || covers.length === 0) continue;
    for (const read of own.archived?.(covers, NOTHING_WANTED) ?? []) {
      const { result } = await performRead(read, 1, context);
      if ('error' in result) throw result.error;
      for (const { address, archived } of own.interpret(result.call, result.value, buildBeside(read, result.others)))
        if (archived !== undefined && covers.includes(address)) lost.set(address, own.losesArchived);
    }
  }
  return lost;
}

/** Reads the usual lists first, then hidden resources, for addresses that no reply has shown. */
async function inRounds(
  addresses: readonly Address[],
  { kinds, wanted }: { readonly kinds: readonly Kind[]; readonly wanted: Wanted },
  look: (read: SharedRead) => Promise<Found>,
): Promise<Found> {
  let found = merged(await Promise.all(firstReads(kinds, addresses, wanted).map(look)));
  for (let round = 0; round < countRounds(kinds); round += 1) {
    const unshown = addresses.filter((address) => !found.has(address));
    const more = await Promise.all(furtherReads(kinds, unshown, round, wanted).map(look));
    if (more.length > 0) found = merged([found, ...more]);
  }
  return found;
}

async function perform(read: SharedRead, reader: Reader, signal?: AbortSignal): Promise<Found> {
  const { result } = await performRead(read, 1, { reader, ...defined({ signal }) });
  if ('error' in result) {
    if (read.optional !== undefined && isRefused(result.error)) return new Map();
    throw result.error;
  }
  const { call, value, others } = result;
  const beside = buildBeside(read, others);
  const readers = read.kinds.flatMap((kind) => provingReader(kind) ?? []);
  const unclear = readers.flatMap((own) => [...(own.unclear?.(call, value, beside) ?? [])]);
  const [, reason] = unclear[0] ?? [];
  if (reason !== undefined) throw new TrueupError(reason.code, reason.message, defined({ hint: reason.hint }));
  const resources = readers.flatMap((own) => own.interpret(call, value, beside));
  return new Map(resources.flatMap((one) => (one.archived === undefined ? [[one.address, one]] : [])));
}

/** A single large list is not copied, because hundreds of updates use it. */
function merged([only = new Map(), ...others]: readonly Found[]): Found {
  return others.length === 0 ? only : new Map([only, ...others].flatMap((found) => [...found]));
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
