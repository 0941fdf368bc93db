/** Differences between two accounts, or between an account and the files. */

import type { Address, KindName } from './address.ts';
import type { Finding } from './finding.ts';
import type { Json } from './json.ts';
import type { Defined } from './live.ts';
import type { Option } from './option.ts';
import type { SnapshotAccount } from './snapshot.ts';

export const COMPARISON_FORMAT = 'trueup.comparison/1';

/** What stands on one side. */
export interface ComparedSide {
  readonly source: 'account' | 'files';
  /** Name of the account, or `files`. */
  readonly name: string;
  readonly account: SnapshotAccount;
  /** ISO time of the state. Absent for files. */
  readonly takenAt?: string;
}

export const COMPARED_STATUSES = ['only-left', 'only-right', 'different'] as const;
export type ComparedStatus = (typeof COMPARED_STATUSES)[number];

export interface ComparedOption {
  readonly value: string;
  /** relabelled: with another label. changed: with the same label, and another description or flag. */
  readonly status: 'only-left' | 'only-right' | 'relabelled' | 'changed';
  readonly left?: Option;
  readonly right?: Option;
}

export interface ComparedField {
  readonly field: string;
  readonly left?: Json;
  readonly right?: Json;
  /** Of a list of options, in place of the lists: those that differ. */
  readonly options?: readonly ComparedOption[];
  /** Values that both lists have, where their order differs. */
  readonly order?: { readonly left: readonly string[]; readonly right: readonly string[] };
}

export interface ComparedResource {
  /** As the left side names it; as the right one does where it is only there. */
  readonly address: Address;
  /** How the right side names it, where that is another name. */
  readonly rightAddress?: Address;
  readonly kind: KindName;
  readonly status: ComparedStatus;
  readonly defined?: Defined;
  /** Those that differ; of what is only on one side, those that say something. */
  readonly fields: readonly ComparedField[];
}

export type SideName = 'left' | 'right' | 'both';

/** What was not compared, and why. */
export interface NotCompared {
  readonly kind: KindName;
  /** Object type, pair, app or event, where it is of one. */
  readonly of?: string;
  /** Fields of these resources. Absent: the resources themselves. */
  readonly fields?: readonly string[];
  /** Which side does not tell. */
  readonly side: SideName;
  /** Code of a finding; surface: the surface does not tell. not-read: nobody looked. own-id: it is named by an id of one account. */
  readonly because: string;
  readonly reason: string;
  /** Those that are known. None: whatever there is. */
  readonly addresses: readonly Address[];
}

export interface Comparison {
  readonly format: typeof COMPARISON_FORMAT;
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  /** False when a read failed or was not made, where the options do not leave it out: then something that differs may be missing here. */
  readonly complete: boolean;
  readonly summary: {
    readonly same: number;
    readonly different: number;
    readonly onlyLeft: number;
    readonly onlyRight: number;
    /** Resources that are known and of which nothing was compared. */
    readonly notCompared: number;
    /** Definitions of the service's own that only one side has. */
    readonly leftOut: number;
  };
  /** By kind, then by address. */
  readonly resources: readonly ComparedResource[];
  readonly notCompared: readonly NotCompared[];
  /** What a person should look at, by the side that it is about. */
  readonly findings: { readonly left: readonly Finding[]; readonly right: readonly Finding[] };
}
