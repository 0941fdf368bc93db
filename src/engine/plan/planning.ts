/** The input of every plan, from files or from a run: what is the same for each, and what differs. */

import { defined } from '../../contract/defined.ts';
import type { Quota } from '../../contract/quota.ts';
import type { Address } from '../../model/address.ts';
import type { Resolution } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import type { Ledger, LedgerHolder, SharedApps } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Plan } from '../../model/plan.ts';
import { allowedBy, type Consent, consentsAt } from '../../model/policy.ts';
import type { FingerprintInput } from '../fingerprint.ts';
import { waitingFor } from '../observe/open-calls.ts';
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
  /** Addresses where what somebody changed is overwritten, although it would be left alone. */
  readonly overwrite: readonly string[];
  /** Account id as proven by the token; null when nobody asked. */
  readonly hubId: number | null;
  /** Of the token; null where they are not known, or not asked about. */
  readonly scopes: readonly string[] | null;
  /** Who writes the ledger now. */
  readonly holder?: LedgerHolder;
  /** The calls that are left today, as the reads told; absent where they did not. */
  readonly quota?: Quota;
  /** Of the account; null where it is not known. */
  readonly timeZone?: string | null;
  /** By app id: the other accounts that are known to use it. Absent where nobody looked. */
  readonly shared?: SharedApps;
  /** By an address of the past that a consent names and the ledger knows no more: the one of now. Absent where there is none. */
  readonly called?: ReadonlyMap<Address, Address>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What differs from one plan to another. */
export interface Proposal {
  readonly origin: Plan['origin'];
  readonly desired: FingerprintInput['desired'];
  readonly decisions: readonly Decision[];
  /** Said of this plan alone; a waiver may speak of them. In any order. */
  readonly findings: readonly Finding[];
  /** Records that apply marks. */
  readonly doubtful?: readonly Address[];
  /** Records that go on under the address of now; the others of the plan stay. */
  readonly renamed?: Plan['renamed'];
  /** How many resources are known, where the plan does not list all of them. */
  readonly known?: number;
}

/** Every consent that counts. */
export function consentsFor({ resolution, allow, now }: PlanningInput): readonly Consent[] {
  return consentsAt([...resolution.policy.allow, ...allow], now);
}

export function decidingOn(input: PlanningInput, renamed?: Plan['renamed']): DecideInput {
  const { live, kinds, holder } = input;
  const unproven = [...(live.unproven ?? [])];
  const ledger = withRenamed(provisional(input.ledger, live, kinds), { ...defined({ renamed }), unproven });
  const also = addressesOfNow(input);
  const moved = new Set<Address>(Object.values(renamed ?? {}));
  return {
    // What was recorded under an address of the past says nothing of the record that is there now.
    live: moved.size === 0 ? live : withoutRenamed(live, moved),
    ledger,
    isAllowed: allowedBy(
      consentsFor(input).flatMap((consent) => [
        consent,
        ...also(consent.address).map((address) => ({ ...consent, address })),
      ]),
    ),
    hold: input.resolution.account.drift === 'hold',
    overwrite: new Set(input.overwrite.flatMap((address) => [address, ...also(address)])),
    unsettled: waitingFor(ledger, holder),
    shared: input.shared ?? new Map(),
  };
}

function withoutRenamed(live: Live, moved: ReadonlySet<Address>): Live {
  return { ...live, renamed: new Map([...(live.renamed ?? [])].filter(([formerly]) => !moved.has(formerly))) };
}

/** What somebody says of an address of the past is said of the one of now, unless something is there by the old one too. */
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

/** For a comparison that plans nothing: nobody consents, holds, or waits. */
export function comparingOn({ live, ledger }: Pick<DecideInput, 'live' | 'ledger'>): DecideInput {
  return {
    live,
    ledger,
    isAllowed: allowedBy([]),
    hold: false,
    overwrite: new Set(),
    unsettled: new Map(),
    shared: new Map(),
  };
}
