/** Holders of resources: the message for a missing holder, and the list of holders in the account. */

import type { ReadCall } from '../contract/calls.ts';
import type { Finding } from './finding.ts';

/** Message about a needed resource that no read shows. */
export type Missing = Required<Pick<Finding, 'message' | 'hint'>>;

/** A holder as its read shows it. */
export interface HolderSeen {
  readonly id: string;
  readonly name: string;
  /** Name in the request. */
  readonly asked: string;
}

/** A holder in a list, with all of its contents. */
export interface Held {
  /** All names under which the holder can be read. */
  readonly names: readonly string[];
  /** The read of this holder only. */
  readonly call: ReadCall;
  /** The reply that this read would have. */
  readonly reply: unknown;
}

export interface Holders {
  /** Returns the name of the holder that the call reads. */
  nameOf(call: ReadCall): string;
  /** Returns the read of the next page after this reply, or of the first page. Returns undefined after the last page. */
  page(before?: unknown): ReadCall | undefined;
  /** Returns the holders on such a page that users created. */
  heldIn(reply: unknown): readonly Held[];
}
