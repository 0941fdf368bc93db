/** The live state: what we believe the service holds, each value with its basis. */

import type { Address, KindName } from './address.ts';
import type { Basis } from './basis.ts';
import type { Finding } from './finding.ts';
import type { Fields } from './json.ts';

/** `default`: the service created the definition. `custom`: a user or an app did. */
export type Defined = 'default' | 'custom';

export interface LiveResource {
  readonly address: Address;
  readonly kind: KindName;
  /** Known fields only. An absent field is unknown. */
  readonly fields: Fields;
  readonly basis: Basis;
  /** Id that the service assigned, from a read or the ledger. Absent if there is none, or it is unknown. */
  readonly id?: string;
  /** Author of the definition. Absent if it is unknown. */
  readonly defined?: Defined;
  /** True if a user changed a definition of the service. Absent if it is unchanged, or if this is unknown. */
  readonly customized?: true;
  /** Reason why the definition cannot be changed (assumption A30). Absent if it can. */
  readonly locked?: string;
  /** Fields that can be changed although the definition is locked. */
  readonly unlocked?: readonly string[];
  /** ISO time of the create, which a restore keeps. Absent if the definition lacks it. */
  readonly createdAt?: string;
  /** ISO time of the last change. Absent if the definition lacks it. */
  readonly changedAt?: string;
  /** Name of the user of the last change, or the id if the service tells no name. Absent if the definition lacks it. */
  readonly changedBy?: string;
  /** ISO time of the ledger record with the fields, if basis is recorded or echoed. */
  readonly recordedAt?: string;
  /** True if a read shows that the resource exists, although its fields come from the ledger. */
  readonly shown?: true;
  /** Present if the resource does not exist and a create of its name restores it. `at` is an ISO time, if the definition has it. */
  readonly archived?: { readonly at?: string };
}

/** A part of a kind that was read completely: an object type, a pair of object types, an app or an event. */
export interface LivePart {
  readonly kind: KindName;
  readonly of: string;
  /** Reason why the part was not read. Absent if it was read completely. */
  readonly unread?: Finding;
  /** Reason why a list of the part was not read, if the list needs a special token. */
  readonly partly?: Finding;
}

export interface Live {
  readonly resources: ReadonlyMap<Address, LiveResource>;
  /** Archived resources under names without a live resource. Absent if there is none. */
  readonly archived?: ReadonlyMap<Address, LiveResource>;
  /** False if a read failed or was incomplete. Unread resources are then neither created nor removed. */
  readonly complete: boolean;
  /** Addresses whose read failed. It is unknown whether they exist. */
  readonly unseen: ReadonlySet<Address>;
  /** Finding that explains each unseen address. Absent if there is none. */
  readonly causes?: ReadonlyMap<Address, Finding>;
  /**
   * Addresses that a refused read could have shown, because it needs a special token. They count as missing without evidence. Absent if
   * there is none.
   */
  readonly untold?: ReadonlySet<Address>;
  /** Addresses that cannot be created or removed, because their holder is missing or unknown, each with a sentence about it. */
  readonly lacking?: ReadonlyMap<Address, string>;
  /** Current address, by recorded address, for records whose names differ from the files. Absent if there is none. */
  readonly renamed?: ReadonlyMap<Address, Address>;
  /** Current addresses of `renamed` whose identity only the files confirm. Absent if there is none. */
  readonly unproven?: ReadonlySet<Address>;
  /** Questions that suggest a similar existing name, by missing address that a resource mentions. Absent if there is none. */
  readonly near?: ReadonlyMap<Address, string>;
  /** Live resources that need a resource which a plan may remove, by its address, from any author. Absent if there is none. */
  readonly dependents?: ReadonlyMap<Address, readonly Address[]>;
  /** Kinds whose resources of every holder were read, in the files or not. Absent if this was not requested. */
  readonly entire?: ReadonlySet<KindName>;
  /** Present only if requested. */
  readonly parts?: readonly LivePart[];
  /** A finding for each failed read, and other findings that a user should check. */
  readonly findings: readonly Finding[];
  /** Number of read calls. */
  readonly reads: number;
}

/** True if reads show that no object or label has the name in the address. It was deleted or renamed. */
export function isNowhere(address: Address, { causes }: Pick<Live, 'causes'>): boolean {
  return causes?.get(address)?.code === 'holder-missing';
}

/** True for an address that is nowhere and has no resource under a new name either. */
export function isGone(address: Address, live: Pick<Live, 'causes' | 'renamed' | 'resources' | 'unseen'>): boolean {
  const { renamed, resources, unseen } = live;
  const now = renamed?.get(address);
  return isNowhere(address, live) && (now === undefined || !(resources.has(now) || unseen.has(now)));
}
