/** Drift: how the account differs from what was last applied, graded by how it is known. */

import type { Address, KindName } from './address.ts';
import type { Basis } from './basis.ts';
import type { FieldChange } from './change.ts';
import type { Finding } from './finding.ts';
import type { OpenCall } from './open-call.ts';
import type { ForeignOption } from './option.ts';

export const DRIFT_FORMAT = 'trueup.drift/1';

export const DRIFT_STATUSES = ['drifted', 'gone', 'in-sync', 'unverifiable'] as const;
/** unverifiable: the interface has no read for it, or the read failed; never called in sync. */
export type DriftStatus = (typeof DRIFT_STATUSES)[number];

export interface DriftedResource {
  readonly address: Address;
  readonly kind: KindName;
  readonly status: DriftStatus;
  readonly basis: Basis;
  /** before: last applied; after: found in the account. */
  readonly fields: readonly FieldChange[];
  /** Options that others added in the account: no drift, since they are kept. */
  readonly foreign?: readonly ForeignOption[];
  readonly changedBy?: string;
  readonly changedAt?: string;
  /** ISO time of the record it is compared with. */
  readonly appliedAt: string;
  /** trueup never wrote it: it was found in the account. */
  readonly recordedOnly?: true;
  /** Why it is unverifiable, or in sync although it is not as recorded. */
  readonly reason?: string;
}

export interface DriftReport {
  readonly format: typeof DRIFT_FORMAT;
  readonly account: { readonly name: string; readonly hubId: number | null };
  readonly summary: {
    readonly drifted: number;
    readonly inSync: number;
    readonly unverifiable: number;
    /** Resources with options that others added, drifted or not. */
    readonly foreign: number;
  };
  readonly resources: readonly DriftedResource[];
  /** Calls of our own runs that are not settled: what they wrote is no drift. Absent when there is none. */
  readonly open?: readonly OpenCall[];
  readonly findings: readonly Finding[];
}
