/** How a kind reads the account: which calls tell about its resources, and what their replies show. */

import type { ReadCall } from '../contract/calls.ts';
import type { Address } from './address.ts';
import type { Finding } from './finding.ts';
import type { HolderSeen, Holders, Missing } from './holders.ts';
import type { Fields } from './json.ts';
import type { LiveResource } from './live.ts';

export interface PlannedRead {
  readonly call: ReadCall;
  /** Tried when the first one fails with anything but 401 and 403. */
  readonly fallback?: ReadCall;
  /** Addresses of which the read tells something. */
  readonly covers: readonly Address[];
  /** Of a read that not every token may make: what is said where it is refused. What it covers then counts as seen. */
  readonly optional?: Pick<Finding, 'code' | 'message' | 'hint'>;
}

/** Reads for addresses that no read before has shown. `wanted`: what the files and the ledger say of one. */
export type FurtherReads = (
  unshown: readonly Address[],
  wanted: (address: Address) => Fields,
) => readonly PlannedRead[];

/** ISO times by address; an address of which nothing tells is left out. */
export type CreationTimes = ReadonlyMap<Address, string>;

export interface KindReader {
  /** both: an address that a complete read does not show is absent. existence: it may still exist. */
  readonly proves: 'both' | 'existence';
  /** Where the interface says which resources nobody can change; absent where there are none. */
  readonly lockedSection?: string;
  /** The reads that tell about these addresses; equal calls of several kinds are made once. */
  reads(addresses: readonly Address[]): readonly PlannedRead[];
  /** Rounds of reads of what `reads` leave out: an address is absent when all of them show nothing of it. */
  readonly hidden?: readonly FurtherReads[];
  /** Of absent addresses: what was archived under their names. Such resources are interpreted as archived. */
  readonly archived?: FurtherReads;
  /** What is archived shows in none of the reads, and a create of its name brings it back. */
  readonly hidesArchived?: true;
  /** The reads that show all there is of this object type; `hiddenLists`: what they leave out of it. */
  lists(objectType: string): readonly PlannedRead[];
  hiddenLists?(objectType: string): readonly PlannedRead[];
  /** The reads that show all there is in this holder. Absent for a kind without holders. */
  ofHolder?(name: string): readonly PlannedRead[];
  /** Every resource of this kind that the reply shows, declared or not. The reply was checked against the contract. */
  interpret(call: ReadCall, reply: unknown): readonly LiveResource[];
  /** When what the reply shows was made, as far as it says so. */
  createdIn?(call: ReadCall, reply: unknown): CreationTimes;
  /** What a person should look at in a reply; each names the address that it is about. */
  remarks?(call: ReadCall, reply: unknown): readonly (Finding & { readonly address: Address })[];
  /** What a list of all there is leaves out: a sentence; absent where it leaves out nothing. */
  readonly partial?: string;
  /**
   * What is not in the account when the service answers that it does not have what the read is of: nothing that the read covers
   * exists, and nothing of it can be created. Absent: such an answer is a failed read.
   */
  missing?(call: ReadCall): Missing;
  /** Of what a reply covers, that which cannot exist, as what it is named by is not in the reply. */
  lacks?(call: ReadCall, reply: unknown, covers: readonly Address[]): ReadonlyMap<Address, Missing>;
  /** What resources of the kind belong to, where a call lists it: read when one of them is missing. */
  readonly holders?: Holders;
  /** Of the reply to a read of one holder: its id, the same by whichever of its names it was asked for. */
  holderIn?(call: ReadCall, reply: unknown): HolderSeen;
  /** Of one that may exist all the same. `by`: what needs it; itself where it cannot be created as it is declared. */
  unshown?(address: Address, by: Address): Missing;
}
