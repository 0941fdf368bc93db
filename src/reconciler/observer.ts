/** Reads of an account: first its identity, then its contents. */

import type { ReadCall, Reader } from '../contract/calls.ts';
import type { Clock } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { withLastWriters, withUserName } from '../engine/drift/last-writers.ts';
import { expectedHubId, type ProvenAccount } from '../engine/gate/account-check.ts';
import { requireHost } from '../engine/gate/host-check.ts';
import { objectMakers } from '../engine/object-makers.ts';
import { type FollowedIds, knownIds } from '../engine/observe/known-ids.ts';
import { judgedMoves, ledgerAfter, pendingMoves, withMoves } from '../engine/observe/moved.ts';
import { type Naming, resolveNames } from '../engine/observe/names.ts';
import { type ObserveInput, observe } from '../engine/observe/observe.ts';
import { performRead } from '../engine/observe/perform-read.ts';
import { readingOnce } from '../engine/observe/reading-once.ts';
import { findRenamed } from '../engine/observe/renamed.ts';
import { withRoom } from '../engine/observe/room.ts';
import { listKinds } from '../kinds/index.ts';
import { NAME_READS } from '../kinds/name-reads.ts';
import type { Account } from '../model/account.ts';
import { type NamedObject, type NameReads, NO_NAMES, type Pair } from '../model/account-names.ts';
import type { Address } from '../model/address.ts';
import type { Desired, Move } from '../model/desired.ts';
import type { Fields } from '../model/json.ts';
import type { Kind } from '../model/kind.ts';
import type { Ledger } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Plan } from '../model/plan.ts';
import type { LocatedSession } from './located-session.ts';

export interface Observer {
  /** Verifies the account and the host of the ledger, or a host with a consent. */
  prove(ledger: Ledger, allow?: Plan['allowed']): Promise<ProvenAccount>;
  /** Returns the kinds with the ids of names in these addresses and in the ledger. Makes no call without a name. */
  kindsFor(ledger: Ledger, addresses: readonly Address[], more?: NamingOptions): Promise<Named>;
  look(ledger: Ledger, desired: Desired, more?: Looking): Promise<Look>;
  /** Reads the custom objects. Returns undefined if the read fails or the surface lacks it. */
  customObjects(): Promise<readonly NamedObject[] | undefined>;
  /** Reads the labels of a pair of type ids. Returns undefined if the read fails or the surface lacks it. */
  labels(pair: Pair): Promise<ReturnType<NameReads['labelsIn']> | undefined>;
}

export interface NamingOptions extends Pick<Looking, 'whole' | 'past' | 'asked'> {
  /** Declared resources. Default: none. */
  readonly desired?: Desired;
  /** Values that a revert may write back, by address. Default: none. */
  readonly restores?: ReadonlyMap<Address, Fields>;
  /** Ledger whose ids count. Default: the ledger with the names. */
  readonly recorded?: Ledger;
  /** Default: the client of the session. */
  readonly reader?: Reader;
}

export interface Named {
  readonly kinds: readonly Kind[];
  readonly naming: Naming;
  /** Ids that the kinds know. A run adds the ids that its calls show. */
  readonly ids: FollowedIds;
}

/** A read, with the kinds that know the names of the account. */
export interface Look extends Named {
  readonly live: Live;
  /** Current address, by older or requested address. */
  readonly called: ReadonlyMap<Address, Address>;
}

export interface Looking
  extends Pick<
    ObserveInput,
    'also' | 'whole' | 'holders' | 'entire' | 'forPlan' | 'restores' | 'inParts' | 'listsOnly'
  > {
  /** Addresses of earlier runs. They are read at their current addresses. */
  readonly past?: readonly Address[];
  /** Addresses from a command. They are read at their current addresses. */
  readonly asked?: readonly Address[];
  /** Every kind when left out. */
  readonly kinds?: ObserveInput['kinds'];
  /** Reads in flight at most. */
  readonly concurrency?: number;
}

export interface ObserverOptions extends Pick<ObserveInput, 'signal' | 'onEvent'> {
  readonly account: Account;
  /** Addresses that the files say have changed. */
  readonly moved: readonly Move[];
  /** On the account's surface, without names. */
  readonly kinds: ObserveInput['kinds'];
  readonly clock: Clock;
  session(): LocatedSession;
}

export const DEFAULT_CONCURRENCY = 8;
/** Declares nothing, for a read of the recorded resources only. */
export const NOTHING: Desired = { resources: [] };

export function observerOf({
  account,
  moved,
  kinds: plain,
  clock,
  session,
  signal,
  onEvent,
}: ObserverOptions): Observer {
  const { surface, versions } = account;
  const context = (reader: Reader = session().client) => ({ reader, versions, ...defined({ signal, onEvent }) });
  const kindsFor: Observer['kindsFor'] = async (
    ledger,
    addresses,
    { whole = [], past, asked = [], desired = NOTHING, restores = new Map(), recorded = ledger, reader } = {},
  ) => {
    const ids = knownIds(recorded, clock);
    const naming = await resolveNames({
      ...context(reader),
      kinds: plain,
      reads,
      ...(past === undefined
        ? { meant: addresses, known: [...recordedIn(ledger), ...openIn(ledger)] }
        : { meant: [...addresses, ...recordedIn(ledger)], known: [...openIn(ledger), ...past] }),
      asked,
      objectTypes: whole,
      ids,
      hubId: session().account()?.hubId ?? null,
      objectsMade: objectMakers([...desired.resources, ...openIn(ledger).map((address) => ({ address }))], plain),
      resources: resourcesIn(desired, restores, recorded),
    });
    return { kinds: naming.names === NO_NAMES ? plain : listKinds(surface, naming.names), naming, ids };
  };
  const reads = NAME_READS[surface];
  const told = async (call: ReadCall): Promise<unknown> => {
    const { result } = await performRead({ call, covers: [] }, 1, context());
    return 'error' in result ? undefined : result.value;
  };
  return {
    customObjects: async () => {
      const value = reads && (await told(reads.objects));
      return value === undefined ? undefined : reads?.objectsIn(value);
    },
    labels: async (pair) => {
      const value = reads && (await told(reads.labels(pair)));
      return value === undefined ? undefined : reads?.labelsIn(value);
    },
    /** The ledger decides the expected account and host. A host without a consent gets no token. */
    prove: async (ledger, allow = []) => {
      requireHost(account, ledger, allow);
      return session().prove(expectedHubId(account.hubId, ledger), account.hubId === undefined);
    },
    kindsFor,
    look: async (
      recorded,
      desired,
      {
        kinds: some,
        concurrency = DEFAULT_CONCURRENCY,
        forPlan,
        restores,
        inParts,
        listsOnly,
        holders,
        entire,
        past,
        asked = [],
        ...more
      } = {},
    ) => {
      const { whole = [] } = more;
      // The names and the resources need some of the same calls.
      const reader = readingOnce(session().client);
      const moves = pendingMoves(moved, recorded);
      const moving = moves.map(({ from }) => from);
      const declared = desired.resources.map(({ address }) => address);
      const { kinds, naming, ids } = await kindsFor(ledgerAfter(recorded, moves), [...declared, ...(more.also ?? [])], {
        whole,
        desired,
        reader,
        ...defined({ restores }),
        asked: [...asked, ...moving],
        ...defined({ past }),
      });
      const judged = judgedMoves(moves, { naming, kinds, ledger: recorded });
      const { made, findings: wrong } = judged;
      const ledger = ledgerAfter(recorded, made);
      const others = [...(past ?? []), ...asked];
      const named = findRenamed(
        others.map((address) => ({ address })),
        naming.names,
        kinds,
      );
      // A move that the ledger has made already still tells the current address.
      const stays = new Set(moves.filter((move) => !made.includes(move)));
      const moveable = moved.filter((move) => !stays.has(move));
      const called = new Map([...named, ...moveable.map(({ from, to }) => [from, to] as const)]);
      const also = [...(more.also ?? []), ...others.map((address) => called.get(address) ?? address)];
      const looked = kinds.filter(({ name }) => some?.some((kind) => kind.name === name) ?? true);
      const looking = {
        naming,
        also,
        whole,
        ...defined({ forPlan, restores, inParts, listsOnly, holders, entire }),
      };
      const input = { ...context(reader), desired, ledger, kinds: looked, concurrency };
      const live = await observe({ ...input, ...looking });
      const written = await withLastWriters({ ...live, reads: reader.made() }, input);
      const observed = withUserName(written, session().account()?.user ?? null);
      const seen = forPlan === true ? await withRoom(observed, input) : observed;
      const gone = new Set<string>(made.map(({ from }) => from));
      // Findings about the old name are removed, because the resource is no longer read by it.
      const told = seen.findings.filter(({ code, address }) => code !== 'holder-missing' || !gone.has(address ?? ''));
      return { live: withMoves({ ...seen, findings: [...told, ...wrong] }, judged), kinds, naming, ids, called };
    },
  };
}

/** Declared resources first, because a file can give a recorded resource a new label. */
function resourcesIn({ resources }: Desired, restores: ReadonlyMap<Address, Fields>, { records, intentions }: Ledger) {
  return [
    ...resources.map(({ address, spec }) => ({ address, fields: spec })),
    // What the run created has no earlier values.
    ...[...restores].flatMap(([address, fields]) => (Object.keys(fields).length === 0 ? [] : [{ address, fields }])),
    ...Object.values(records),
    ...intentions.flatMap(({ covers, expects }) =>
      covers.map((address) => ({ address, fields: expects[address] ?? {} })),
    ),
  ];
}

function recordedIn({ records }: Ledger): readonly Address[] {
  return Object.keys(records) as Address[];
}

function openIn({ intentions }: Ledger): readonly Address[] {
  return intentions.flatMap(({ covers }) => covers);
}
