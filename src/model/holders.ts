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

/** One that a list shows with everything in it. */
export interface Held {
  /** Whatever it can be asked for by. */
  readonly names: readonly string[];
  /** The read of it alone. */
  readonly call: ReadCall;
  /** What that read replies. */
  readonly reply: unknown;
}

export interface Holders {
  /** The name of the one that a read is of. */
  nameOf(call: ReadCall): string;
  /** Of the list with everything in each: the page after the one that this reply shows, or the first. Undefined after the last. */
  page(before?: unknown): ReadCall | undefined;
  /** On such a page, those that somebody made. */
  heldIn(reply: unknown): readonly Held[];
}
