/** Differences between the declarations of one side and an account. */

import type { NotCovered } from '../contract/not-covered.ts';
import type { Address, KindName } from './address.ts';
import type { FieldChange } from './change.ts';
import type { Finding } from './finding.ts';
import type { OtherObjects } from './other-objects.ts';
import type { SnapshotAccount } from './snapshot.ts';

export const COMPARISON_FORMAT = 'trueup.comparison/1';

export interface ComparedSide {
  readonly source: 'account' | 'files';
  readonly account: SnapshotAccount;
  /** ISO time of the read. Absent for files. */
  readonly takenAt?: string;
}

export const COMPARED_STATUSES = ['only-left', 'only-right', 'different'] as const;
export type ComparedStatus = (typeof COMPARED_STATUSES)[number];

export interface ComparedResource {
  /** Address in the account of the right side. */
  readonly address: Address;
  readonly kind: KindName;
  readonly status: ComparedStatus;
  /** Values of the right side (`before`) and of the left side (`after`), as in a plan that makes the right side like the left. */
  readonly fields: readonly FieldChange[];
  /** Reason why no call can change the right side. Absent if a call can. */
  readonly reason?: string;
}

/** Resources or fields that were not compared, with the reason. */
export interface NotCompared {
  readonly kind: KindName;
  /** Side that does not show the resources. */
  readonly side: 'left' | 'right';
  /** Code of a finding, `surface` (without such a read), `not-read`, or `own-id` (the id is valid in one account only). */
  readonly because: string;
  readonly reason: string;
  /** Fields of the resources. Absent: the whole resources. */
  readonly fields?: readonly string[];
  /** Empty: every resource of the kind. */
  readonly addresses: readonly Address[];
}

export interface Comparison {
  readonly format: typeof COMPARISON_FORMAT;
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  /** False if a read failed or was not made. */
  readonly complete: boolean;
  readonly summary: {
    readonly same: number;
    readonly different: number;
    readonly onlyLeft: number;
    readonly onlyRight: number;
    /** Resources that were not compared at all. */
    readonly notCompared: number;
    /** Definitions of the service itself that only one side has. */
    readonly leftOut: number;
  };
  /** Sorted by kind, then by address. */
  readonly resources: readonly ComparedResource[];
  readonly notCompared: readonly NotCompared[];
  /** Settings of both accounts that calls cannot show. Absent if none belongs to the compared kinds. */
  readonly notCovered?: readonly NotCovered[];
  /** Objects that neither side was read for. Absent if the comparison is narrowed. */
  readonly otherObjects?: OtherObjects;
  readonly findings: { readonly left: readonly Finding[]; readonly right: readonly Finding[] };
}
