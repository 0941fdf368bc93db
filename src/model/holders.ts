/** What resources of a kind belong to: what is said where it is missing, and how the account lists it. */

import type { ReadCall } from '../contract/calls.ts';
import type { Finding } from './finding.ts';

/** What is said of a resource that nothing shows and that something needs. */
export type Missing = Required<Pick<Finding, 'message' | 'hint'>>;

/** A holder as a read of it shows it. */
export interface HolderSeen {
  readonly id: string;
  readonly name: string;
  /** The name that was asked for. */
  readonly asked: string;
}

export interface Holders {
  readonly call: ReadCall;
  /** The name of the one that a read is of. */
  nameOf(call: ReadCall): string;
  namesIn(reply: unknown): readonly string[];
}
