/** Determines the live state: the fewest reads, then the ledger where the interface has no read. */

import pLimit from 'p-limit';
import type { Answer, ReadCall, Reader } from '../../contract/calls.ts';
import { ENDPOINTS, pathOf } from '../../contract/endpoints.ts';
import type { Versions } from '../../contract/surfaces.ts';
import { ApiError, ContractError } from '../../errors.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import type { Desired } from '../../model/desired.ts';
import type { OnEvent } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind, type PlannedRead } from '../../model/kind.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import type { Live, LiveResource } from '../../model/live.ts';
import { kindsByName } from '../kind-lookup.ts';
import { readFailed } from './read-failed.ts';

export interface ObserveInput {
  readonly desired: Desired;
  /** Addresses beside those that are declared, recorded, mentioned, or covered by a call that is still open. */
  readonly also?: readonly Address[];
  /** Object types of which everything is kept that their reads show, declared or not. */
  readonly whole?: readonly string[];
  readonly ledger: Ledger;
  readonly kinds: readonly Kind[];
  readonly reader: Reader;
  /** Of the dated surface, to say which path a read is of. */
  readonly versions?: Versions;
  readonly concurrency: number;
  readonly signal?: AbortSignal;
  readonly onEvent?: OnEvent;
}

/**
 * Reads what tells about every declared, recorded and mentioned address, each call once.
 * Throws AuthError and TransportError: without a token or a network there is nothing to plan on. A refused read makes the
 * live state incomplete instead.
 */
export async function observe(input: ObserveInput): Promise<Live> {
  const addresses = addressesOf(input);
  const { whole = [] } = input;
  const reads = readsFor(input.kinds, addresses, whole);
  const limit = pLimit(input.concurrency);
  const results = await Promise.all(reads.map((read) => limit(() => perform(read, reads.length, input))));

  const resources = new Map<Address, LiveResource>();
  const unseen = new Set<Address>();
  for (const { read, reply, kinds } of results) {
    if (reply === undefined) for (const address of read.covers) unseen.add(address);
    else
      for (const kind of kinds)
        if (!isUnsupported(kind.reader))
          for (const live of kind.reader.interpret(reply.call, reply.value))
            if (addresses.has(live.address) || isOf(kind, live.address, whole)) resources.set(live.address, live);
  }
  const doubtful = new Set(input.ledger.intentions.flatMap(({ covers }) => covers));
  for (const record of Object.values(input.ledger.records)) {
    const known = fromLedger(record, resources.get(record.address), unseen.has(record.address), input.kinds);
    if (known !== undefined) resources.set(record.address, doubtful.has(record.address) ? doubted(known) : known);
  }
  const findings = results.flatMap((result) => result.finding ?? []);
  return {
    resources,
    complete: findings.length === 0,
    unseen,
    findings,
    reads: results.reduce((sum, result) => sum + result.calls, 0),
  };
}

function addressesOf({ desired, also = [], ledger, kinds }: ObserveInput): ReadonlySet<Address> {
  const byName = kindsByName(kinds);
  const mentioned = desired.resources.flatMap((resource) => byName.get(resource.kind)?.mentions(resource.spec) ?? []);
  return new Set([
    ...desired.resources.map((resource) => resource.address),
    ...(Object.keys(ledger.records) as Address[]),
    ...ledger.intentions.flatMap(({ covers }) => covers),
    ...mentioned,
    ...also,
  ]);
}

interface SharedRead extends PlannedRead {
  readonly kinds: readonly Kind[];
}

function isOf(kind: Kind, address: Address, objectTypes: readonly string[]): boolean {
  return objectTypes.length > 0 && kind.objectTypes?.(address).some((own) => objectTypes.includes(own)) === true;
}

/** Reads of all kinds, equal calls merged. */
function readsFor(
  kinds: readonly Kind[],
  addresses: ReadonlySet<Address>,
  whole: readonly string[],
): readonly SharedRead[] {
  const merged = new Map<string, SharedRead>();
  const byKind = Map.groupBy(addresses, (address) => parseAddress(address)?.kind);
  for (const kind of kinds) {
    if (isUnsupported(kind.reader)) continue;
    const { reader } = kind;
    for (const read of [...reader.reads(byKind.get(kind.name) ?? []), ...whole.flatMap((type) => reader.lists(type))]) {
      const key = JSON.stringify([read.call.endpoint, read.call.params]);
      const before = merged.get(key);
      merged.set(key, {
        ...read,
        covers: [...(before?.covers ?? []), ...read.covers],
        kinds: [...(before?.kinds ?? []), kind],
      });
    }
  }
  return [...merged.values()];
}

interface ReadResult {
  readonly read: SharedRead;
  readonly kinds: readonly Kind[];
  readonly reply: { readonly call: ReadCall; readonly value: unknown } | undefined;
  readonly finding: Finding | undefined;
  readonly calls: number;
}

async function perform(read: SharedRead, total: number, input: ObserveInput): Promise<ReadResult> {
  const path = `${ENDPOINTS[read.call.endpoint].method} ${pathOf(read.call.endpoint, read.call.params, input.versions)}`;
  input.onEvent?.({ type: 'read-start', path, total });
  const done = (result: Omit<ReadResult, 'read' | 'kinds'>): ReadResult => {
    input.onEvent?.({ type: 'read-done', path, ok: result.reply !== undefined });
    return { read, kinds: read.kinds, ...result };
  };
  const options = input.signal === undefined ? {} : { signal: input.signal };
  const send = async (call: ReadCall): Promise<{ call: ReadCall; value: Answer['value'] }> => ({
    call,
    value: (await input.reader.read(call, options)).value,
  });
  try {
    return done({ reply: await send(read.call), finding: undefined, calls: 1 });
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ContractError)) throw error;
    const refused = error instanceof ApiError && [401, 403].includes(error.status);
    if (read.fallback === undefined || refused)
      return done({ reply: undefined, finding: readFailed(path, read.call, error), calls: 1 });
  }
  try {
    return done({ reply: await send(read.fallback), finding: undefined, calls: 2 });
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ContractError)) throw error;
    return done({ reply: undefined, finding: readFailed(path, read.call, error), calls: 2 });
  }
}

/** What the ledger adds: everything for kinds without a read, the fields of a resource that a read only infers. */
function fromLedger(
  record: LedgerRecord,
  seen: LiveResource | undefined,
  unseen: boolean,
  kinds: readonly Kind[],
): LiveResource | undefined {
  const kind = kinds.find(({ name }) => name === record.kind);
  if (kind === undefined) return undefined;
  const readable = !isUnsupported(kind.reader) && kind.reader.proves === 'both';
  if (readable && (seen !== undefined || !unseen)) return seen;
  return {
    ...seen,
    address: record.address,
    kind: record.kind,
    fields: { ...record.fields, ...record.stored, ...seen?.fields },
    basis: 'recorded',
    recordedAt: record.at,
    ...(seen === undefined ? {} : { shown: true }),
  };
}

/** A call on it may or may not have happened: what the ledger says no longer tells what the account holds. */
function doubted(known: LiveResource): LiveResource {
  if (known.basis !== 'recorded') return known;
  const { recordedAt: _, ...rest } = known;
  return { ...rest, fields: {}, basis: 'unknown' };
}
