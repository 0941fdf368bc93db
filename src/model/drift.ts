/** Drift: differences between the account and the last apply, graded by basis. */

import type { Address, KindName } from './address.ts';
import type { Basis } from './basis.ts';
import type { FieldChange } from './change.ts';
import type { Finding } from './finding.ts';
import type { OpenCall } from './open-call.ts';
import type { ForeignOption } from './option.ts';

export const DRIFT_FORMAT = 'trueup.drift/1';

export const DRIFT_STATUSES = ['drifted', 'gone', 'in-sync', 'unverifiable'] as const;
/** unverifiable: the interface has no read for the resource, or the read failed. Such a resource is never reported as in sync. */
export type DriftStatus = (typeof DRIFT_STATUSES)[number];

export interface DriftedResource {
  readonly address: Address;
  readonly kind: KindName;
  readonly status: DriftStatus;
  readonly basis: Basis;
  /** `before` is the last applied value, `after` the value in the account. */
  readonly fields: readonly FieldChange[];
  /** Options that other users added in the account. They are not drift, because they are kept. */
  readonly foreign?: readonly ForeignOption[];
  readonly changedBy?: string;
  readonly changedAt?: string;
  /** ISO time of the compared record. */
  readonly appliedAt: string;
  /** True if trueup never wrote the resource, but found it in the account. */
  readonly recordedOnly?: true;
  /** True if the files no longer declare the resource. An apply or a pull leaves a change of it as it is. */
  readonly undeclared?: true;
  /** Reason why the resource is unverifiable, or in sync although it differs from the record. */
  readonly reason?: string;
}

export interface DriftReport {
  readonly format: typeof DRIFT_FORMAT;
  readonly account: { readonly name: string; readonly hubId: number | null };
  readonly summary: {
    readonly drifted: number;
    readonly inSync: number;
    readonly unverifiable: number;
    /** Number of resources with options that other users added, drifted or not. */
    readonly foreign: number;
  };
  readonly resources: readonly DriftedResource[];
  /** Unsettled calls of the runs of trueup, whose values are not drift. Absent if all calls are settled. */
  readonly open?: readonly OpenCall[];
  readonly findings: readonly Finding[];
}

/**
 * Returns the resources of a drift report that differ, with those of failed reads. Kinds without a read are the same in all accounts.
 */
export function selectDiffering({ resources }: Pick<DriftReport, 'resources'>): readonly DriftedResource[] {
  return resources.filter(isDiffering);
}

function isDiffering({ status, basis }: DriftedResource): boolean {
  switch (status) {
    case 'drifted':
    case 'gone':
      return true;
    case 'unverifiable':
      return basis === 'unknown';
    case 'in-sync':
      return false;
  }
}
