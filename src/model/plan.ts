/** The plan: changes, planned calls, findings and what they are based on. Data only; apply needs nothing else. */

import type { EndpointId } from '../contract/endpoints.ts';
import type { Surface, Versions } from '../contract/surfaces.ts';
import type { Address, KindName } from './address.ts';
import type { Change } from './change.ts';
import type { Finding } from './finding.ts';
import type { Fields, Json } from './json.ts';
import type { OpenCall } from './open-call.ts';
import type { ConsentName } from './risk.ts';

export const PLAN_FORMAT = 'trueup.plan/1';

/** A saved plan is good for a day, unless what it rests on changes earlier. */
export const PLAN_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The request that a planned call turns into when the service says that the resource exists already. */
export interface ConflictCall {
  readonly endpoint: EndpointId;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Json;
}

/** One API call as data, with the addresses it covers. */
export interface PlannedCall {
  /** `c1`, `c2`, ... in the order of the plan. */
  readonly id: string;
  readonly endpoint: EndpointId;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Json;
  readonly covers: readonly Address[];
  /** Ids of the calls that have to succeed first. */
  readonly after: readonly string[];
  /** Why this endpoint, in one sentence. */
  readonly route: string;
  /** Live values that the call overwrites: read again just before, where the kind can be read. */
  readonly before: Readonly<Record<Address, Fields | null>>;
  /** Values of the covered resources once the call is done: what the reply and the final read are compared with. */
  readonly expects: Readonly<Record<Address, Fields | null>>;
  /** What the ledger records for each covered address once the call is done: declared fields only, never what others own; null: the record goes. */
  readonly records: Readonly<Record<Address, Fields | null>>;
  readonly onConflict?: ConflictCall;
}

export interface Adoption {
  readonly address: Address;
  readonly kind: KindName;
  readonly fields: Fields;
  /** Of these, what the service holds in another form. */
  readonly stored?: Fields;
  /** Id that the service gave, where the ledger has none yet. */
  readonly id?: string;
}

export interface PlanSummary {
  readonly create: number;
  readonly update: number;
  readonly remove: number;
  readonly forget: number;
  readonly keep: number;
  readonly blocked: number;
  /** Planned changes whose risk is not safe; a blocked change is not planned. */
  readonly destructive: number;
  /**
   * Of the creations, updates and removals: how many a revert restores, how many creations stay because the interface has no
   * delete, and how many overwrite a value that is not known or lose values for good.
   */
  readonly revert: { readonly restores: number; readonly stays: number; readonly loses: number };
  readonly calls: { readonly read: number; readonly write: number };
}

/** What a plan was made of: the files, or what a run overwrote. */
export type PlanOrigin =
  | { readonly kind: 'files' }
  | {
      readonly kind: 'revert';
      readonly run: string;
      /** Runs before it that are reverted with it, newest first. Absent where there is none. */
      readonly earlier?: readonly string[];
    };

/** The runs that a plan reverts, newest first. */
export function runsIn(origin: PlanOrigin): readonly string[] {
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
    /** Of the dated surface: those that the paths of the calls name. */
    readonly versions?: Versions;
    /** Marks that the caller gave the account. They are no part of what a digest covers. */
    readonly labels?: Readonly<Record<string, string>>;
  };
  /** Digests of what the plan rests on; `resources` has one digest for each declared address that was observed or recorded. */
  readonly fingerprint: {
    readonly desired: string;
    readonly live: string;
    /** Its version, and those of the ledgers of apps. */
    readonly ledger: string;
    readonly resources: Readonly<Record<Address, string>>;
  };
  /** False when an observation failed. */
  readonly complete: boolean;
  /** True when apply would be let through: no finding of severity error, no blocked change. */
  readonly applyable: boolean;
  /** ISO times. */
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Addresses the plan was narrowed to; empty: everything. */
  readonly targets: readonly string[];
  readonly allowed: readonly { readonly risk: ConsentName; readonly address?: string }[];
  /** Addresses whose drift is overwritten, although the account holds drift or the run is over. */
  readonly overwrite: readonly string[];
  readonly summary: PlanSummary;
  /** Sorted: by kind in the order of the graph, then by address with numbers by their value. */
  readonly changes: readonly Change[];
  readonly calls: readonly PlannedCall[];
  /** Declared resources that are in sync already and that the ledger does not know as such: apply records them, without a call. */
  readonly adopt: readonly Adoption[];
  /** The file that declares each resource whose record apply writes, from the root of the project. Absent when there is none. */
  readonly files?: Readonly<Record<Address, string>>;
  /** Records of resources that another file declares now: apply notes that, without a call. Absent when there is none. */
  readonly moved?: readonly Address[];
  /**
   * Declared resources whose records have another name of their object or label: by the address of now, that of the record, which goes on
   * under it. Absent when there is none.
   */
  readonly renamed?: Readonly<Record<Address, Address>>;
  /**
   * Of these addresses of now, those of which only the files say that they are the same: apply records them as found, not as created by
   * trueup. Absent when there is none.
   */
  readonly unproven?: readonly Address[];
  /** Calls of earlier runs that are not settled: apply settles those that no person has to. Absent when there is none. */
  readonly open?: readonly OpenCall[];
  /**
   * Records that nothing can read and that may be gone, by what was read: apply marks them in the ledger until something tells.
   * Absent when there is none.
   */
  readonly doubtful?: readonly Address[];
  /** The ledger was written for another host, and somebody consented: apply pins this one. Absent where it is the same. */
  readonly hostChange?: { readonly from: string; readonly to: string };
  readonly findings: readonly Finding[];
}
