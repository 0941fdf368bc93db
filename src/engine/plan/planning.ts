/** The input of every plan, from files or from a run: the common part, and the difference. */

import { defined } from '../../contract/defined.ts';
import type { Quota } from '../../contract/quota.ts';
import type { Address } from '../../model/address.ts';
import type { Resolution } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import type { Ledger, LedgerHolder, SharedApps } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Plan } from '../../model/plan.ts';
import { type Consent, createIsAllowed, selectConsents } from '../../model/policy.ts';
import type { FingerprintInput } from '../fingerprint.ts';
import { objectMakers } from '../object-makers.ts';
import { findWaiting } from '../observe/open-calls.ts';
import { provisional } from '../observe/provisional.ts';
import { withRenamed } from '../observe/renamed.ts';
import type { DecideInput, Decision } from './decision.ts';

export interface PlanningInput {
  readonly resolution: Resolution;
  readonly live: Live;
  readonly ledger: Ledger;
  readonly kinds: readonly Kind[];
  /** Consents beyond the policy's. */
  readonly allow: readonly Consent[];
  readonly targets: readonly string[];
  /** Addresses whose drift is overwritten instead of kept. */
  readonly overwrite: readonly string[];
  /** Account id that the token was verified for. Null if it was not requested. */
  readonly hubId: number | null;
  /** Scopes of the token. Null if they are unknown or were not requested. */
  readonly scopes: readonly string[] | null;
  /** Process that holds the lock of the ledger now. */
  readonly holder?: LedgerHolder;
  /** Remaining calls of today. Absent if the replies do not tell. */
  readonly quota?: Quota;
  /** Time zone of the account; null if unknown. */
  readonly timeZone?: string | null;
  /** Other accounts that use an app, by app id. Absent if this was not checked. */
  readonly shared?: SharedApps;
  /** Current address, by older address that a consent names and the ledger no longer has. Absent if there is none. */
  readonly called?: ReadonlyMap<Address, Address>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The part that differs between plans. */
export interface Proposal {
  readonly origin: Plan['origin'];
  readonly desired: FingerprintInput['desired'];
  readonly decisions: readonly Decision[];
  /** Findings of this plan, in any order. Waivers apply to them. */
  readonly findings: readonly Finding[];
  /** Records that move to their current address. Other records stay. */
  readonly renamed?: Plan['renamed'];
  /** Number of known resources, if the plan does not list all of them. */
  readonly known?: number;
}

/** Every consent that counts. */
export function listConsents({ resolution, allow, now }: PlanningInput): readonly Consent[] {
  return selectConsents([...resolution.policy.allow, ...allow], now);
}

export function buildDecideInput(input: PlanningInput, renamed?: Plan['renamed']): DecideInput {
  const { live, kinds, holder } = input;
  const unproven = [...(live.unproven ?? [])];
  const ledger = withRenamed(provisional(input.ledger, live, kinds), { ...defined({ renamed }), unproven }, kinds);
  const also = addressesOfNow(input);
  const moved = new Set<Address>(Object.values(renamed ?? {}));
  return {
    // The record of an older address does not belong to the resource that is there now.
    live: moved.size === 0 ? live : withoutRenamed(live, moved),
    ledger,
    objects: objectMakers(input.resolution.desired.resources, kinds),
    isAllowed: createIsAllowed(
      listConsents(input).flatMap((consent) => [
        consent,
        ...also(consent.address).map((address) => ({ ...consent, address })),
      ]),
    ),
    hold: input.resolution.account.drift === 'hold',
    overwrite: new Set(input.overwrite.flatMap((address) => [address, ...also(address)])),
    unsettled: findWaiting(ledger, holder),
    shared: input.shared ?? new Map(),
  };
}

function withoutRenamed(live: Live, moved: ReadonlySet<Address>): Live {
  return { ...live, renamed: new Map([...(live.renamed ?? [])].filter(([formerly]) => !moved.has(formerly))) };
}

/** Applies statements about an older address to the current address, unless the older address has a resource too. */
function addressesOfNow({
  live,
  called,
  resolution,
}: PlanningInput): (address: string | undefined) => readonly Address[] {
  const declared = new Set<string>(resolution.desired.resources.map(({ address }) => address));
  const all = new Map<string, Address>([...(called ?? []), ...(live.renamed ?? [])]);
  return (address = '') => {
    const now = all.get(address);
    if (now === undefined || declared.has(address)) return [];
    const isThere = live.resources.has(address as Address) && !live.unseen.has(address as Address);
    return isThere ? [] : [now];
  };
}

/** Input for a comparison without a plan: no consents, no held drift, no open calls. */
export function buildComparingInput({ live, ledger }: Pick<DecideInput, 'live' | 'ledger'>): DecideInput {
  return {
    live,
    ledger,
    objects: new Map(),
    isAllowed: createIsAllowed([]),
    hold: false,
    overwrite: new Set(),
    unsettled: new Map(),
    shared: new Map(),
  };
}
