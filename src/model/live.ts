/** The live state: what we believe the service holds, each value with its basis. */

import type { Address, KindName } from './address.ts';
import type { Basis } from './basis.ts';
import type { Finding } from './finding.ts';
import type { Fields } from './json.ts';

/** default: by the service itself. custom: by a person or an app. */
export type Defined = 'default' | 'custom';

export interface LiveResource {
  readonly address: Address;
  readonly kind: KindName;
  /** Only what is known; a field that is absent is unknown. */
  readonly fields: Fields;
  readonly basis: Basis;
  /** Id that the service gave, where it gives one and a read or the ledger has it. */
  readonly id?: string;
  /** Whose definition it is; absent where nothing tells. */
  readonly defined?: Defined;
  /** The service's own, and somebody changed it. Absent where it is as the service made it, or where nothing tells. */
  readonly customized?: true;
  /** Why the definition cannot be changed by anyone (assumption A30), if so. */
  readonly locked?: string;
  /** Fields that can be changed all the same. */
  readonly unlocked?: readonly string[];
  /** ISO time and user id of the last change, where the definition says so. */
  readonly changedAt?: string;
  readonly changedBy?: string;
  /** ISO time of the ledger record that the fields come from, when basis is recorded or echoed. */
  readonly recordedAt?: string;
  /** A read shows that it exists, although its fields come from the ledger. */
  readonly shown?: true;
  /** It does not exist: a create of its name brings it back. `at`: ISO time, where the definition says so. */
  readonly archived?: { readonly at?: string };
}

/** What a kind was looked at for as a whole: an object type, a pair of them, an app or an event. */
export interface LivePart {
  readonly kind: KindName;
  readonly of: string;
  /** Why it was not read. Absent: all of it was. */
  readonly unread?: Finding;
  /** Why a list of it that not every token may read was not read. */
  readonly partly?: Finding;
}

export interface Live {
  readonly resources: ReadonlyMap<Address, LiveResource>;
  /** What was archived under names of which nothing exists. Absent when there is none. */
  readonly archived?: ReadonlyMap<Address, LiveResource>;
  /** False when a read failed or saw only part: nothing unseen is created or removed. */
  readonly complete: boolean;
  /** Addresses whose read failed: their absence proves nothing. */
  readonly unseen: ReadonlySet<Address>;
  /** Of each of these, the finding that says why. Absent where there is none. */
  readonly causes?: ReadonlyMap<Address, Finding>;
  /** Addresses that a read which not every token may make could have shown, and was refused: they count as not there, which nothing proves. Absent where there is none. */
  readonly untold?: ReadonlySet<Address>;
  /** Addresses that cannot be created or removed, since what they belong to is missing or unknown: a sentence that says so. */
  readonly lacking?: ReadonlyMap<Address, string>;
  /** Of what the ledger knows by another name than the files use now: its address in the names of the files. Absent where there is none. */
  readonly renamed?: ReadonlyMap<Address, Address>;
  /** Of these addresses of now, those of which only the files say that they are the same. Absent where there is none. */
  readonly unproven?: ReadonlySet<Address>;
  /** Of what is mentioned and not there: a question that names what is there under nearly the same name. Absent where nothing is. */
  readonly near?: ReadonlyMap<Address, string>;
  /** Of each address that a plan may remove: what the account holds that needs it, whoever made that. Absent where nothing does. */
  readonly dependents?: ReadonlyMap<Address, readonly Address[]>;
  /** Kinds of which everything was read that belongs to something, whoever named that. Absent where it was not asked for. */
  readonly entire?: ReadonlySet<KindName>;
  /** Where it was asked for. */
  readonly parts?: readonly LivePart[];
  /** One finding for each failed read, and what else a person should look at. */
  readonly findings: readonly Finding[];
  /** How many read calls were made. */
  readonly reads: number;
}

/** Reads prove that nothing in the account has the name that the address rests on: it was deleted, or has another name. */
export function isNowhere(address: Address, { causes }: Pick<Live, 'causes'>): boolean {
  return causes?.get(address)?.code === 'holder-missing';
}

/** So is what is not seen by another name either. */
export function isGone(address: Address, live: Pick<Live, 'causes' | 'renamed' | 'resources' | 'unseen'>): boolean {
  const { renamed, resources, unseen } = live;
  const now = renamed?.get(address);
  return isNowhere(address, live) && (now === undefined || !(resources.has(now) || unseen.has(now)));
}
