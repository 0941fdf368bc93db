/** Reader of a kind: the calls for its resources, and the interpretation of their replies. */

import type { ReadCall } from '../contract/calls.ts';
import type { Address } from './address.ts';
import type { FieldChange } from './change.ts';
import type { Finding } from './finding.ts';
import type { HolderSeen, Holders, Missing } from './holders.ts';
import type { Fields } from './json.ts';
import type { LiveResource } from './live.ts';

export interface PlannedRead {
  readonly call: ReadCall;
  /** Tried if the first read fails with any status except 401 and 403. */
  readonly fallback?: ReadCall;
  /** Further calls whose replies are needed to interpret the reply. The read fails if one of them fails. */
  readonly together?: readonly ReadCall[];
  /** Calls after those of `together`. The reply is undefined if the service refuses the call. */
  readonly extra?: readonly ExtraRead[];
  /** Addresses that the read shows. */
  readonly covers: readonly Address[];
  /** Finding if the service refuses the read, for a read that needs a special token. The covered addresses then count as read. */
  readonly optional?: Pick<Finding, 'code' | 'message' | 'hint'>;
}

export interface ExtraRead {
  readonly call: ReadCall;
  /** Finding about a refusal. Absent if a refusal says nothing to a user. */
  readonly refused?: PlannedRead['optional'] & object;
  /** True if only a 404 leaves the reply undefined, because the value of an existing subject must be known. */
  readonly required?: true;
}

/** Purpose of the reads of a resource. */
export interface Wanted {
  /** Returns the fields that are of interest, with their values in the files, in the ledger and in calls. */
  fields(address: Address): Fields;
  /** True if a call may remove the resource. Then every field is of interest, because all of them go. */
  isLeaving(address: Address): boolean;
}

export const NOTHING_WANTED: Wanted = { fields: () => ({}), isLeaving: () => false };

/** Reads for addresses that no earlier read has shown. */
export type FurtherReads = (unshown: readonly Address[], wanted: Wanted) => readonly PlannedRead[];

/** Reads of who changed a resource last. */
export interface History {
  /** `changed`: the fields that differ from the ledger. */
  reads(resource: LiveResource, changed: readonly FieldChange[]): readonly ReadCall[];
  /** Returns the last change in the replies. Each reply was checked against the contract. */
  last(replies: readonly unknown[]): Pick<LiveResource, 'changedAt' | 'changedBy'>;
}

/** Limits of the account on the number of resources. */
export interface Room {
  readonly read: ReadCall;
  /** Returns the limits that the resources count towards. `created`: the resources that a plan creates. */
  limits(reply: unknown, created: readonly Address[]): readonly Limit[];
}

export interface Limit {
  /** Resources of the plan that count towards the limit. */
  readonly created: readonly Address[];
  /** Phrase that tells which resources count: `of deals`. Absent if all of the kind do. */
  readonly scope?: string;
  readonly limit: number;
  readonly usage: number;
}

/** Context of a reply. */
export interface Beside {
  /** Calls of `together` and `extra`. */
  readonly calls: readonly ReadCall[];
  /** Replies to `calls`, in their order. Each was checked against the contract. Undefined for a refused call. */
  readonly others: readonly unknown[];
  /** Addresses that the read covers. */
  readonly covers: readonly Address[];
}

export interface KindReader {
  /** `both`: an address that a complete read does not show is absent. `existence`: such an address may still exist. */
  readonly proves: 'both' | 'existence';
  /** Section of the interface that names read-only resources. Absent if there is none. */
  readonly lockedSection?: string;
  /** Returns the reads that cover these addresses and show the wanted fields. Equal calls of several kinds are made once. */
  reads(addresses: readonly Address[], wanted: Wanted): readonly PlannedRead[];
  /** Returns reads of values that lists leave out and a change of a resource needs. Absent if lists show every value. */
  closer?(shown: readonly LiveResource[], wanted: Wanted): readonly PlannedRead[];
  /** Rounds of reads for resources that `reads` does not show. An address is absent if no round shows it. */
  readonly hidden?: readonly FurtherReads[];
  /** Reads of archived resources under absent addresses. Their resources are interpreted as archived. */
  readonly archived?: FurtherReads;
  /** Sentence about a create under the name of an archived resource that loses it. Absent: the create restores it. */
  readonly losesArchived?: string;
  /** Milliseconds after a write until reads show it, if that is longer than usual. */
  readonly lagMs?: number;
  /** True if no read shows archived resources, and a create of the same name restores them. */
  readonly hidesArchived?: true;
  /** Returns the reads that show all resources of this object type. `hiddenLists` shows the resources and the fields that they leave out. */
  lists(objectType: string): readonly PlannedRead[];
  /** Returns the reads that show the resources which need these. Absent if lists of their object types do. */
  needing?(needed: readonly Address[]): readonly PlannedRead[];
  /** Returns the reads that the reply to a list leads to. Absent if lists show the resources themselves. */
  next?(call: ReadCall, reply: unknown): readonly PlannedRead[];
  hiddenLists?(objectType: string): readonly PlannedRead[];
  /** Returns the reads that show all resources of this holder. Absent for a kind without holders. */
  ofHolder?(name: string): readonly PlannedRead[];
  /** Returns every resource of this kind in the reply, declared or not. The reply was checked against the contract. */
  interpret(call: ReadCall, reply: unknown, beside: Beside): readonly LiveResource[];
  /** Returns covered addresses of which the replies do not tell whether they exist, each with the reason. */
  unclear?(
    call: ReadCall,
    reply: unknown,
    beside: Beside,
  ): ReadonlyMap<Address, Required<Pick<Finding, 'code' | 'message' | 'hint'>>>;
  /** Returns findings about a reply that a user should check. Each finding names its address. */
  remarks?(call: ReadCall, reply: unknown, beside: Beside): readonly (Finding & { readonly address: Address })[];
  /** Absent if the definitions themselves name the user, or no call does. */
  readonly history?: History;
  /** Absent if the kind has no limit that a call shows. */
  readonly room?: Room;
  /** A sentence about the resources that a complete list leaves out. Absent if it leaves out none. */
  readonly partial?: string;
  /**
   * Returns the message if the service replies that the subject of the read does not exist. Then all covered resources are absent and cannot be created. Absent: such a reply is a failed read.
   */
  missing?(call: ReadCall): Missing;
  /** Returns covered addresses whose object or label is missing in the reply: they cannot exist. */
  lacks?(call: ReadCall, reply: unknown, covers: readonly Address[]): ReadonlyMap<Address, Missing>;
  /** Holders of the resources, if a call lists them. The list is read if a holder is missing. */
  readonly holders?: Holders;
  /** Returns the id of the holder in a reply to the read of one holder. The id is the same for each of its names. */
  holderIn?(call: ReadCall, reply: unknown): HolderSeen;
  /**
   * Returns the message for an address that may exist although no read shows it. `by` is the resource that needs it, or the address itself
   * if it cannot be created as declared.
   */
  unshown?(address: Address, by: Address): Missing;
}
