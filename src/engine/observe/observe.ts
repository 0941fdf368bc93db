/** Determines the live state: the fewest reads, then the ledger where the interface has no read. */

import pLimit from 'p-limit';
import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Desired } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import type { Live, LiveResource } from '../../model/live.ts';
import { kindsByName } from '../kind-lookup.ts';
import { type Dependents, dependentsOf, leavingIn } from './dependents.ts';
import type { Gap } from './gaps.ts';
import { type Naming, NO_NAMING } from './names.ts';
import { type Performed, performRead, type ReadContext, type SharedRead } from './perform-read.ts';
import { firstReads, furtherReads, keyOf, roundsOf } from './planned-reads.ts';
import { isRefused, missingIn, readFailed, readRefused } from './read-failed.ts';

export interface ObserveInput extends ReadContext {
  readonly desired: Desired;
  /** Addresses beside those that are declared, recorded, mentioned, or covered by a call that is still open. */
  readonly also?: readonly Address[];
  /** Object types of which everything is kept that their reads show, declared or not. */
  readonly whole?: readonly string[];
  /** A plan is made of it: what needs something that the plan may remove is told. */
  readonly forPlan?: true;
  readonly ledger: Ledger;
  /** With the names of `naming`. */
  readonly kinds: readonly Kind[];
  /** Names of the account that were looked up; none when left out. */
  readonly naming?: Naming;
  readonly concurrency: number;
}

/**
 * Reads what tells about every declared, recorded and mentioned address, each call once; then, round by round, what tells about
 * those that nothing has shown. Throws AuthError and TransportError: without a token or a network there is nothing to plan on.
 * A refused read makes the live state incomplete instead.
 */
export async function observe(input: ObserveInput): Promise<Live> {
  const { kinds, naming = NO_NAMING } = input;
  const addresses = addressesOf(input);
  const whole = (input.whole ?? []).filter((type) => !naming.unnamed.has(type));
  const leaving =
    input.forPlan === true ? leavingIn(input).filter((address) => naming.gapOf(address) === undefined) : [];
  const sight = emptySight(dependentsOf(leaving));
  for (const address of addresses) takeGap(sight, address, naming.gapOf(address));
  const askable = [...addresses].filter((address) => !sight.lacking.has(address));
  const done = new Map<string, Performed>();
  const limit = pLimit(input.concurrency);
  const look = async (reads: readonly SharedRead[]): Promise<void> => {
    const fresh = reads.filter(({ call }) => !done.has(keyOf(call)));
    const total = done.size + fresh.length;
    await Promise.all(
      fresh.map((read) => limit(async () => done.set(keyOf(read.call), await performRead(read, total, input)))),
    );
    for (const read of reads) {
      const performed = done.get(keyOf(read.call));
      if (performed !== undefined) take(sight, read, performed, { addresses, whole });
    }
  };
  await look(firstReads(kinds, askable, { whole, leaving }));
  for (let round = 0; round < roundsOf(kinds); round += 1) {
    const unshown = askable.filter((address) => !sight.resources.has(address) && !sight.unseen.has(address));
    await look(furtherReads(kinds, unshown, round, wantedBy(input)));
  }
  const resources = withLedger(input, sight);
  const archived = new Map([...sight.archived].filter(([address]) => !resources.has(address)));
  return {
    resources,
    ...(archived.size === 0 ? {} : { archived }),
    complete: sight.failed.size === 0 && naming.complete,
    unseen: sight.unseen,
    ...defined({ dependents: sight.dependents.found() }),
    ...(sight.lacking.size === 0 ? {} : { lacking: sight.lacking }),
    findings: [
      ...placed(input, [...naming.findings, ...sight.missing.values()]),
      ...[sight.failed, sight.refused, sight.remarks].flatMap((some) => [...some.values()]),
    ],
    reads: [...done.values()].reduce((sum, { calls }) => sum + calls, naming.reads),
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

/** What is missing is said where the files declare what rests on it. */
function placed({ desired }: ObserveInput, findings: readonly Finding[]): readonly Finding[] {
  const positions = new Map<string, Finding['provenance']>(
    desired.resources.map(({ address, provenance }) => [address, provenance] as const),
  );
  return findings.map((finding) => ({ ...finding, ...defined({ provenance: positions.get(finding.address ?? '') }) }));
}

/** What the files and the ledger say of an address. */
function wantedBy({ desired, ledger }: ObserveInput): (address: Address) => Fields {
  const declared = new Map(desired.resources.map(({ address, spec }) => [address, spec] as const));
  return (address) => ({ ...ledger.records[address]?.fields, ...declared.get(address) });
}

/** What the reads have told so far. */
interface Sight {
  readonly resources: Map<Address, LiveResource>;
  readonly archived: Map<Address, LiveResource>;
  readonly unseen: Set<Address>;
  /** What cannot exist, as what it belongs to is not in the account: a sentence that says so. */
  readonly lacking: Map<Address, string>;
  /** By the read that shows that it is missing. */
  readonly missing: Map<string, Finding>;
  readonly dependents: Dependents;
  /** By the read that failed. */
  readonly failed: Map<string, Finding>;
  /** By what is said of it. */
  readonly refused: Map<string, Finding>;
  /** What a reply shows beside resources, by what is said of it. */
  readonly remarks: Map<string, Finding>;
}

function emptySight(dependents: Dependents): Sight {
  return {
    resources: new Map(),
    archived: new Map(),
    unseen: new Set(),
    dependents,
    failed: new Map(),
    refused: new Map(),
    remarks: new Map(),
    lacking: new Map(),
    missing: new Map(),
  };
}

function takeGap({ lacking, unseen }: Sight, address: Address, gap: Gap | undefined): void {
  if (gap === undefined) return;
  lacking.set(address, gap.reason);
  if (gap.unseen) unseen.add(address);
}

interface Kept {
  readonly addresses: ReadonlySet<Address>;
  readonly whole: readonly string[];
}

function take(sight: Sight, read: SharedRead, { path, result }: Performed, { addresses, whole }: Kept): void {
  if ('error' in result) {
    if (read.optional !== undefined && isRefused(result.error)) {
      sight.refused.set(read.optional.message, readRefused(read.optional, result.error));
      return;
    }
    const missing = missingIn(read, result.error);
    if (missing !== undefined) {
      for (const address of read.covers) sight.lacking.set(address, missing.message);
      sight.missing.set(keyOf(read.call), missing);
      return;
    }
    for (const address of read.covers) sight.unseen.add(address);
    sight.failed.set(keyOf(read.call), readFailed(path, read.call, result.error));
    return;
  }
  for (const kind of read.kinds) {
    if (isUnsupported(kind.reader)) continue;
    for (const live of kind.reader.interpret(result.call, result.value)) {
      if (live.archived === undefined) sight.dependents.look(kind, live);
      if (!addresses.has(live.address) && !isOf(kind, live.address, whole)) continue;
      (live.archived === undefined ? sight.resources : sight.archived).set(live.address, live);
    }
    for (const remark of kind.reader.remarks?.(result.call, result.value) ?? [])
      if (addresses.has(remark.address)) sight.remarks.set(remark.message, remark);
  }
}

function isOf(kind: Kind, address: Address, objectTypes: readonly string[]): boolean {
  return objectTypes.length > 0 && kind.objectTypes?.(address).some((own) => objectTypes.includes(own)) === true;
}

/** What the ledger adds to what the reads show. */
function withLedger({ ledger, kinds }: ObserveInput, { resources, unseen }: Sight): Live['resources'] {
  const doubtful = new Set(ledger.intentions.flatMap(({ covers }) => covers));
  for (const record of Object.values(ledger.records)) {
    const known = fromLedger(record, resources.get(record.address), unseen.has(record.address), kinds);
    if (known !== undefined) resources.set(record.address, doubtful.has(record.address) ? doubted(known) : known);
  }
  return resources;
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
    ...defined({ id: record.id }),
    ...(seen === undefined ? {} : { shown: true }),
  };
}

/** A call on it may or may not have happened: what the ledger says no longer tells what the account holds. */
function doubted(known: LiveResource): LiveResource {
  if (known.basis !== 'recorded') return known;
  const { recordedAt: _, ...rest } = known;
  return { ...rest, fields: {}, basis: 'unknown' };
}
