/** Determines the live state: the fewest reads, then the ledger where the interface has no read. */

import pLimit from 'p-limit';
import { defined } from '../../contract/defined.ts';
import { NO_NAMES } from '../../model/account-names.ts';
import type { Address, KindName } from '../../model/address.ts';
import type { Desired, Holder } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Wanted } from '../../model/kind-reader.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import type { Live, LiveResource } from '../../model/live.ts';
import { kindsByName } from '../kind-lookup.ts';
import { collectDependents, listLeaving } from './dependents.ts';
import { gapFindings, sameEventGaps } from './event-names.ts';
import { type Naming, NO_NAMING } from './names.ts';
import { findNearAddresses, type Looked, type Mentioned } from './near.ts';
import { otherHolders } from './other-holders.ts';
import { listLiveParts } from './parts.ts';
import { type Performed, performRead, type ReadContext, type SharedRead } from './perform-read.ts';
import { buildReadKey, closerReads, countRounds, firstReads, furtherReads, nextReads } from './planned-reads.ts';
import { readingOnce } from './reading-once.ts';
import { findRenamed } from './renamed.ts';
import { emptySight, take, takeGap } from './sight.ts';

export interface ObserveInput extends ReadContext {
  readonly desired: Desired;
  /** Further addresses, in addition to declared, recorded and mentioned addresses and those of open calls. */
  readonly also?: readonly Address[];
  /** Object types of which everything is kept that their reads show, declared or not. */
  readonly whole?: readonly string[];
  /** Holders that are read as a whole. Everything in them is kept, declared or not. */
  readonly holders?: readonly Holder[];
  /** Kinds of which everything is kept that belongs to anything the account lists, named or not. */
  readonly entire?: readonly KindName[];
  /** Also returns which parts were read as a whole, and which of these reads failed. */
  readonly inParts?: true;
  /** Reads only lists, and nothing that the lists leave out. */
  readonly listsOnly?: true;
  /** Also finds the dependents of resources that the plan may remove. Also reads the values that calls of the plan need. */
  readonly forPlan?: true;
  /** Values that the plan may write back, by address. */
  readonly restores?: ReadonlyMap<Address, Fields>;
  readonly ledger: Ledger;
  /** Kinds, with the names of `naming`. */
  readonly kinds: readonly Kind[];
  /** Names of the account that were looked up; none when left out. */
  readonly naming?: Naming;
  readonly concurrency: number;
}

/**
 * Reads every declared, recorded and mentioned address, each call once. Then reads, in rounds, the addresses that no reply has shown. A
 * refused read makes the result incomplete. Throws AuthError and TransportError, because a plan needs a token and a network.
 */
export async function observe(input: ObserveInput): Promise<Live> {
  const { desired, kinds, naming = NO_NAMING } = input;
  const renamed = findNewAddresses(input);
  const mentioned = findMentioned(input);
  const addresses = listAddresses(input, renamed, mentioned);
  const whole = (input.whole ?? []).filter((type) => !naming.unnamed.has(type));
  const open = new Set(input.ledger.intentions.flatMap(({ covers }) => covers));
  const kept = { addresses, whole, unbound: input.holders !== undefined };
  const leaving =
    input.forPlan === true
      ? listLeaving({ ...input, also: alsoLeaving(input, renamed) }).filter(
          (address) => naming.gapOf(address) === undefined,
        )
      : [];
  const sight = emptySight(collectDependents(leaving));
  const known = new Set<Address>([...(Object.keys(input.ledger.records) as Address[]), ...open]);
  for (const address of addresses) takeGap(sight, address, naming.gapOf(address), known.has(address));
  const askable = [...addresses].filter((address) => !sight.lacking.has(address) && !naming.isPlanned(address));
  const done = new Map<string, Performed>();
  const looked: Looked[number][] = [];
  const limit = pLimit(input.concurrency);
  const once = readingOnce(input.reader);
  const look = async (reads: readonly SharedRead[]): Promise<void> => {
    const fresh = reads.filter((read) => !done.has(buildReadKey(read)));
    const total = done.size + fresh.length;
    await Promise.all(
      fresh.map((read) =>
        limit(async () => done.set(buildReadKey(read), await performRead(read, total, { ...input, reader: once }))),
      ),
    );
    for (const read of reads) {
      const performed = done.get(buildReadKey(read));
      if (performed === undefined) continue;
      looked.push([read, performed]);
      take(sight, read, performed, kept);
    }
  };
  const wanted = collectWanted(input, leaving);
  await look(firstReads(kinds, askable, wanted, { whole, holders: input.holders ?? [], leaving }));
  for (const [list, reads] of nextReads(looked)) {
    await look(reads);
    const [failed] = reads.flatMap((read) => sight.failed.get(buildReadKey(read)) ?? []);
    if (failed !== undefined) sight.failed.set(list, failed);
  }
  const others = await otherHolders(
    kinds.filter(({ name }) => input.entire?.includes(name)),
    looked,
    input,
  );
  for (const [key, finding] of others.failed) sight.failed.set(key, finding);
  for (const [read, performed] of others.looked) {
    looked.push([read, performed]);
    take(sight, read, performed, kept);
  }
  const rounds = input.listsOnly === true ? 0 : countRounds(kinds);
  for (let round = 0; round < rounds; round += 1) {
    const unshown = askable.filter((address) => !sight.resources.has(address) && !sight.unseen.has(address));
    await look(furtherReads(kinds, unshown, round, wanted));
  }
  if (input.forPlan === true) await look(closerReads(kinds, sight.resources.values(), wanted));
  const twofold = sameEventGaps(looked, listDeclared(input));
  for (const [address, gap] of twofold) {
    sight.resources.delete(address);
    takeGap(sight, address, gap, known.has(address));
  }
  const resources = withLedger(input, sight);
  const archived = new Map([...sight.archived].filter(([address]) => !resources.has(address)));
  const declared = listDeclared(input);
  const isThere = (one: Address) => declared.has(one) || resources.has(one) || sight.unseen.has(one);
  const near = findNearAddresses(looked, new Map([...mentioned].filter(([one]) => !isThere(one))), declared);
  return {
    resources,
    ...(archived.size === 0 ? {} : { archived }),
    complete: sight.failed.size === 0 && naming.complete && twofold.size === 0,
    unseen: sight.unseen,
    ...(sight.causes.size === 0 ? {} : { causes: sight.causes }),
    ...(sight.untold.size === 0 ? {} : { untold: sight.untold }),
    ...(near.size === 0 ? {} : { near }),
    ...(renamed.size === 0 ? {} : { renamed }),
    ...(others.entire.size === 0 ? {} : { entire: others.entire }),
    ...(input.inParts === true
      ? {
          parts: listLiveParts(
            { kinds, naming, addresses, wanted, whole: input.whole ?? [], holders: input.holders ?? [] },
            sight,
          ),
        }
      : {}),
    ...defined({ dependents: sight.dependents.found() }),
    ...(sight.lacking.size === 0 ? {} : { lacking: sight.lacking }),
    findings: [
      ...placed(desired, [
        ...namingFindings(desired, naming, renamed),
        ...sight.missing.values(),
        ...gapFindings(twofold),
      ]),
      ...distinct([sight.failed, sight.refused, sight.remarks].flatMap((some) => [...some.values()])),
    ],
    reads: once.made() + naming.reads + others.reads,
  };
}

/** Returns the current address by the address of the record, if the names tell it. */
function findNewAddresses({ ledger, naming = NO_NAMING, kinds }: ObserveInput): ReadonlyMap<Address, Address> {
  if (naming.names === NO_NAMES) return new Map();
  const told = Object.values(ledger.records).filter(({ address }) => naming.gapOf(address)?.unseen !== true);
  return findRenamed(told, naming.names, kinds);
}

function listDeclared({ desired }: Pick<ObserveInput, 'desired'>): ReadonlySet<Address> {
  return new Set(desired.resources.map(({ address }) => address));
}

/** Adds the current addresses of records that the files no longer declare, because a plan may remove them. */
function alsoLeaving(input: ObserveInput, renamed: ReadonlyMap<Address, Address>): readonly Address[] {
  const declared = listDeclared(input);
  return [...(input.also ?? []), ...[...renamed.values()].filter((address) => !declared.has(address))];
}

function listAddresses(
  { desired, also = [], ledger }: ObserveInput,
  renamed: ReadonlyMap<Address, Address>,
  mentioned: Mentioned,
): ReadonlySet<Address> {
  return new Set([
    ...desired.resources.map((resource) => resource.address),
    ...(Object.keys(ledger.records) as Address[]),
    ...renamed.values(),
    ...ledger.intentions.flatMap(({ covers }) => covers),
    ...mentioned.keys(),
    ...also,
  ]);
}

function findMentioned({ desired, kinds }: ObserveInput): Mentioned {
  const byName = kindsByName(kinds);
  const mentioned = new Map<Address, Set<Address>>();
  for (const { address, kind, spec } of desired.resources)
    for (const one of byName.get(kind)?.mentions?.(spec) ?? []) {
      const by = mentioned.get(one);
      if (by === undefined) mentioned.set(one, new Set([address]));
      else by.add(address);
    }
  return mentioned;
}

/** Returns the values of an address in open calls, in the ledger, in the files and in runs to revert. */
function collectWanted({ desired, ledger, restores }: ObserveInput, leaving: readonly Address[]): Wanted {
  const left = new Set(leaving);
  const declared = new Map(desired.resources.map(({ address, spec }) => [address, spec] as const));
  const open = new Map(
    ledger.intentions.flatMap(({ expects }) => Object.entries(expects) as [Address, Fields | null][]),
  );
  return {
    fields: (address) => ({
      ...open.get(address),
      ...ledger.records[address]?.fields,
      ...declared.get(address),
      ...restores?.get(address),
    }),
    isLeaving: (address) => left.has(address),
  };
}

/** Adds the position in the files to findings about declared addresses. */
function placed({ resources }: Desired, findings: readonly Finding[]): readonly Finding[] {
  const positions = new Map<string, Finding['provenance']>(
    resources.map(({ address, provenance }) => [address, provenance] as const),
  );
  return findings.map((finding) => ({ ...finding, ...defined({ provenance: positions.get(finding.address ?? '') }) }));
}

/** Several reads with the same first call fail with the same finding. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  return [
    ...new Map(findings.map((finding) => [JSON.stringify([finding.message, finding.address]), finding])).values(),
  ];
}

/** Removes findings about older names whose meaning is known. */
function namingFindings(
  { resources }: Desired,
  { findings }: Pick<Naming, 'findings'>,
  renamed: ReadonlyMap<Address, Address>,
): readonly Finding[] {
  const declared = new Set(resources.map(({ address }) => address));
  const isPast = (address: Address): boolean => renamed.has(address) && !declared.has(address);
  return findings.filter(
    ({ code, address }) => code !== 'holder-missing' || address === undefined || !isPast(address as Address),
  );
}

interface Known {
  readonly ledger: Ledger;
  readonly kinds: readonly Kind[];
}

interface Seen {
  /** Map that receives the additions. */
  readonly resources: Map<Address, LiveResource>;
  readonly unseen: ReadonlySet<Address>;
}

/** Adds the ledger to an observation: resources of kinds without a read, and fields that a read does not show. */
function withLedger({ ledger, kinds }: Known, { resources, unseen }: Seen): Live['resources'] {
  const doubtful = new Set(ledger.intentions.flatMap(({ covers }) => covers));
  for (const record of Object.values(ledger.records)) {
    const known = fromLedger(record, resources.get(record.address), unseen.has(record.address), kinds);
    if (known !== undefined) resources.set(record.address, doubtful.has(record.address) ? doubted(known) : known);
  }
  return resources;
}

/** Of one record: everything for kinds without a read, the fields of a resource that a read only infers. */
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
    fields: { ...record.fields, ...seen?.fields },
    basis: 'recorded',
    recordedAt: record.at,
    ...defined({ id: record.id }),
    ...(seen === undefined ? {} : { shown: true }),
  };
}

/** Marks a recorded value as unknown, because an open call may have changed it. */
function doubted(known: LiveResource): LiveResource {
  if (known.basis !== 'recorded') return known;
  const { recordedAt: _, ...rest } = known;
  return { ...rest, fields: {}, basis: 'unknown' };
}
