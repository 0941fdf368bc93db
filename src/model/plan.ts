/** The plan: changes, planned calls, findings, and their inputs. It is data only, and apply needs no other input. */

import type { EndpointId } from '../contract/endpoints.ts';
import type { Surface, Versions } from '../contract/surfaces.ts';
import type { Address, KindName } from './address.ts';
import type { Change } from './change.ts';
import type { Finding } from './finding.ts';
import type { Fields, Json } from './json.ts';
import type { OpenCall } from './open-call.ts';
import type { ConsentName } from './risk.ts';

export const PLAN_FORMAT = 'trueup.plan/1';

/** Lifetime of a saved plan: one day, unless its inputs change earlier. */
export const PLAN_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Request that replaces a planned call if the service replies that the resource already exists. */
export interface ConflictCall {
  readonly endpoint: EndpointId;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Json;
}

/** An API call as data, with the addresses that it covers. */
export interface PlannedCall {
  /** Id `c1`, `c2`, ... in the order of the plan. */
  readonly id: string;
  readonly endpoint: EndpointId;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Json;
  readonly covers: readonly Address[];
  /** Ids of the calls that must succeed first. */
  readonly after: readonly string[];
  /** Reason for this endpoint, in one sentence. */
  readonly route: string;
  /** Live values that the call overwrites. They are read again just before the call if the kind can be read. */
  readonly before: Readonly<Record<Address, Fields | null>>;
  /** Values of the covered resources after the call. The reply and the final read are compared with them. */
  readonly expects: Readonly<Record<Address, Fields | null>>;
  /**
   * Fields that the ledger records for each covered address after the call: only declared fields, never foreign values. Null: the record is
   * removed.
   */
  readonly records: Readonly<Record<Address, Fields | null>>;
  readonly onConflict?: ConflictCall;
}

export interface Adoption {
  readonly address: Address;
  readonly kind: KindName;
  readonly fields: Fields;
  /** Id that the service assigned, if the ledger does not have it yet. */
  readonly id?: string;
}

export interface PlanSummary {
  readonly create: number;
  readonly update: number;
  readonly remove: number;
  readonly forget: number;
  readonly keep: number;
  readonly blocked: number;
  /** Number of planned changes whose risk is not safe. A blocked change is not planned. */
  readonly destructive: number;
  /**
   * Effects of a revert of the planned changes. `restores`: changes that it restores. `stays`: changes that stay at least in part,
   * because no call takes them back. `loses`: changes that overwrite an unknown value or lose values for good.
   */
  readonly revert: { readonly restores: number; readonly stays: number; readonly loses: number };
  readonly calls: { readonly read: number; readonly write: number };
}

/** Source of a plan: the files, or the values that a run overwrote. */
export type PlanOrigin =
  | { readonly kind: 'files' }
  | {
      readonly kind: 'revert';
      readonly run: string;
      /** Earlier runs that are reverted too, newest first. Absent if there is none. */
      readonly earlier?: readonly string[];
    };

/** Returns the runs that a plan reverts, newest first. */
export function listRuns(origin: PlanOrigin): readonly string[] {
  return origin.kind === 'revert' ? [origin.run, ...(origin.earlier ?? [])] : [];
}

export interface Plan {
  readonly format: typeof PLAN_FORMAT;
  readonly origin: PlanOrigin;
  readonly account: {
    readonly name: string;
    readonly hubId: number | null;
    readonly baseUrl: string;
    readonly surface: Surface;
    /** Versions in the paths of the calls, on the dated surface. */
    readonly versions?: Versions;
    /** Labels that the caller gave the account. Digests do not cover them. */
    readonly labels?: Readonly<Record<string, string>>;
  };
  /** Digests of the inputs of the plan. `resources` has one digest for each declared address that was observed or recorded. */
  readonly fingerprint: {
    readonly desired: string;
    readonly live: string;
    /** Version of the ledger and of the ledgers of apps. */
    readonly ledger: string;
    readonly resources: Readonly<Record<Address, string>>;
  };
  /** False if a read failed. */
  readonly complete: boolean;
  /** True if apply would accept the plan: it is free of errors and blocked changes. */
  readonly applyable: boolean;
  /** ISO times. */
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Addresses that the plan was narrowed to. Empty: all addresses. */
  readonly targets: readonly string[];
  readonly allowed: readonly { readonly risk: ConsentName; readonly address?: string }[];
  /** Addresses whose drift is overwritten, although the account holds drift or the run is over. */
  readonly overwrite: readonly string[];
  readonly summary: PlanSummary;
  /** Sorted: by kind in the order of the graph, then by address with numbers by their value. */
  readonly changes: readonly Change[];
  readonly calls: readonly PlannedCall[];
  /** Declared resources that are in sync but not recorded so. Apply records them without a call. */
  readonly adopt: readonly Adoption[];
  /** File that declares each resource whose record apply writes, relative to the root of the project. Absent if there is none. */
  readonly files?: Readonly<Record<Address, string>>;
  /** Addresses of records whose resource another file declares now. Apply updates the records without a call. Absent if there is none. */
  readonly moved?: readonly Address[];
  /**
   * Recorded address, by current address, of declared resources whose records have an older name of their object or label. The record moves
   * to the current address. Absent if there is none.
   */
  readonly renamed?: Readonly<Record<Address, Address>>;
  /**
   * Current addresses of `renamed` whose identity only the files confirm. Apply records these resources as found, not as created by trueup.
   * Absent if there is none.
   */
  readonly unproven?: readonly Address[];
  /** Unsettled calls of earlier runs. Apply settles those that need no user. Absent if there is none. */
  readonly open?: readonly OpenCall[];
  /** Present if the ledger was written for another host and a user consented to the change. Apply pins the new host. */
  readonly hostChange?: { readonly from: string; readonly to: string };
  readonly findings: readonly Finding[];
}
