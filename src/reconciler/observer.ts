/** How operations read the account: first which account it is, then its contents. */

import type { ReadCall } from '../contract/calls.ts';
import { defined } from '../contract/defined.ts';
import { expectedHubId, type ProvenAccount } from '../engine/gate/account-check.ts';
import { requireHost } from '../engine/gate/host-check.ts';
import { judgedMoves, ledgerAfter, pendingMoves, withMoves } from '../engine/observe/moved.ts';
import { type Naming, resolveNames } from '../engine/observe/names.ts';
import { type ObserveInput, observe } from '../engine/observe/observe.ts';
import { performRead } from '../engine/observe/perform-read.ts';
import { renamedIn } from '../engine/observe/renamed.ts';
import { kindsOn } from '../kinds/index.ts';
import { NAME_READS } from '../kinds/name-reads.ts';
import type { Account } from '../model/account.ts';
import type { NamedObject, NameReads, Pair } from '../model/account-names.ts';
import type { Address } from '../model/address.ts';
import type { Desired, Move } from '../model/desired.ts';
import type { Kind } from '../model/kind.ts';
import type { Ledger } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Plan } from '../model/plan.ts';
import type { LocatedSession } from './located-session.ts';

export interface Observer {
  /** Of the account and the host of the ledger, or of a host that somebody consented to. */
  prove(ledger: Ledger, allow?: Plan['allowed']): Promise<ProvenAccount>;
  /**
   * The kinds with the ids that the account has for names: of these addresses, and of those in the ledger. Makes no call where
   * nothing is named.
   */
  kindsFor(
    ledger: Ledger,
    addresses: readonly Address[],
    more?: Pick<Looking, 'whole' | 'past' | 'asked'>,
  ): Promise<Named>;
  look(ledger: Ledger, desired: Desired, more?: Looking): Promise<Look>;
  /** One read. Undefined where it failed, or where the surface has none. */
  customObjects(): Promise<readonly NamedObject[] | undefined>;
  /** Of a pair of type ids: one read. Undefined where it failed, or where the surface has none. */
  labels(pair: Pair): Promise<ReturnType<NameReads['labelsIn']> | undefined>;
}

export interface Named {
  readonly kinds: readonly Kind[];
  readonly naming: Naming;
}

/** What was seen, and the kinds that it was seen with: they know the names of the account. */
export interface Look extends Named {
  readonly live: Live;
  /** By an address of the past, or one that was asked for: the one that was looked at instead. */
  readonly called: ReadonlyMap<Address, Address>;
}

export interface Looking
  extends Pick<ObserveInput, 'also' | 'whole' | 'holders' | 'entire' | 'forPlan' | 'inParts' | 'listsOnly'> {
  /** Addresses that a run of the past used: where the ledger calls the same thing otherwise, they are looked at by that name. */
  readonly past?: readonly Address[];
  /** Addresses that somebody typed: likewise. */
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
  session(): LocatedSession;
}

export const DEFAULT_CONCURRENCY = 8;
/** For a look at what the ledger knows and nothing else. */
export const NOTHING: Desired = { resources: [] };

export function observerOf({ account, moved, kinds: plain, session, signal, onEvent }: ObserverOptions): Observer {
  const { surface, versions } = account;
  const context = () => ({ reader: session().client, versions, ...defined({ signal, onEvent }) });
  const kindsFor: Observer['kindsFor'] = async (ledger, addresses, { whole = [], past, asked = [] } = {}) => {
    const naming = await resolveNames({
      ...context(),
      kinds: plain,
      reads,
      ...(past === undefined
        ? { meant: addresses, known: [...recordedIn(ledger), ...openIn(ledger)] }
        : { meant: [...addresses, ...recordedIn(ledger)], known: [...openIn(ledger), ...past] }),
      asked,
      objectTypes: whole,
    });
    return { kinds: naming.reads === 0 ? plain : kindsOn(surface, naming.names), naming };
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
    /** The ledger says what is expected: whose account it is, and at which host. A host that nobody consented to gets no token. */
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
      const moves = pendingMoves(moved, recorded);
      const moving = moves.map(({ from }) => from);
      const declared = desired.resources.map(({ address }) => address);
      const { kinds, naming } = await kindsFor(ledgerAfter(recorded, moves), [...declared, ...(more.also ?? [])], {
        whole,
        asked: [...asked, ...moving],
        ...defined({ past }),
      });
      const judged = judgedMoves(moves, { naming, kinds, ledger: recorded });
      const { made, findings: wrong } = judged;
      const ledger = ledgerAfter(recorded, made);
      const others = [...(past ?? []), ...asked];
      const named = renamedIn(
        others.map((address) => ({ address })),
        naming.names,
        kinds,
      );
      // A move that this ledger has made already still says what an address of the past is now.
      const stays = new Set(moves.filter((move) => !made.includes(move)));
      const moveable = moved.filter((move) => !stays.has(move));
      const called = new Map([...named, ...moveable.map(({ from, to }) => [from, to] as const)]);
      const also = [...(more.also ?? []), ...others.map((address) => called.get(address) ?? address)];
      const looked = kinds.filter(({ name }) => some?.some((one) => one.name === name) ?? true);
      const looking = {
        naming,
        concurrency,
        also,
        whole,
        ...defined({ forPlan, inParts, listsOnly, holders, entire }),
      };
      const seen = await observe({ ...context(), desired, ledger, kinds: looked, ...looking });
      const gone = new Set<string>(made.map(({ from }) => from));
      // What the account lacks the old name for is not looked for by it any more.
      const told = seen.findings.filter(({ code, address }) => code !== 'holder-missing' || !gone.has(address ?? ''));
      const live = withMoves({ ...seen, findings: [...told, ...wrong] }, judged);
      return { live, kinds, naming, called };
    },
  };
}

function recordedIn({ records }: Ledger): readonly Address[] {
  return Object.keys(records) as Address[];
}

function openIn({ intentions }: Ledger): readonly Address[] {
  return intentions.flatMap(({ covers }) => covers);
}
