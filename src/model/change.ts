/** A difference between desired and live state: before, after, action and reason. */

import type { Address, KindName } from './address.ts';
import type { Basis } from './basis.ts';
import type { Override, Provenance } from './finding.ts';
import type { Json } from './json.ts';
import type { ForeignOption } from './option.ts';
import type { RiskName } from './risk.ts';

export const ACTIONS = ['create', 'update', 'remove', 'forget', 'keep', 'blocked'] as const;
export type Action = (typeof ACTIONS)[number];

export const RISKS = ['safe', 'destructive', 'irreversible'] as const;
/** Cost of a change. `destructive`: values or options are lost. `irreversible`: no call undoes the change. */
export type Risk = (typeof RISKS)[number];

export const REASON_CODES = [
  /** The resource is missing in the account and was never known to exist. */
  'missing',
  /** The resource is missing in the account, but one of its name is archived. A create restores it. */
  'archived',
  /** The file declares another value. */
  'file-differs',
  /** The account changed since the last apply, and the file did not. For a create, the resource is gone from the account. */
  'account-changed',
  /** File and account both changed since the last apply. For a removal, the file dropped a resource that changed in the account. */
  'both-changed',
  /** The value in the account is unknown, so it is written. */
  'value-unknown',
  /** The ledger has the resource, and the files no longer declare it. */
  'not-declared',
  /** The ledger has the resource, the files no longer declare it, and it is gone from the account. */
  'gone',
  'in-sync',
  /** The reverted run changed the resource. */
  'reverted',
  /** blocked, or kept by a revert: the interface has no endpoint for the change. */
  'no-endpoint',
  /** blocked: no consent covers the risk. */
  'consent-required',
  /** blocked: the definition is read-only. */
  'read-only',
  /** blocked: the read failed, so the live state is unknown. */
  'unseen',
  /** blocked: the holder of the resource, such as an event or a custom object, is missing in the account or unknown. */
  'holder-missing',
  /** blocked: an earlier call may have taken effect and must be settled first. */
  'unsettled',
  /** blocked: a running run has an open call on the resource. */
  'under-way',
  /** blocked: a create was refused because the resource exists, and no call reads or changes its fields. */
  'exists-unread',
  /** blocked: the resource changed in the account, and drift is held. */
  'held',
  /** blocked: a resource that this resource depends on is blocked. */
  'dependency-blocked',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** Change of one option of a list. foreign: another user added the option in the account, and it is sent unchanged. */
export interface OptionChange {
  readonly value: string;
  readonly change: 'add' | 'remove' | 'update' | 'hide' | 'move' | 'foreign';
  /** True if an updated entry also moves, in a list whose entries have no numbers. */
  readonly moved?: true;
  readonly before?: Json;
  readonly after?: Json;
}

export interface FieldChange {
  readonly field: string;
  /** Absent if the value is unknown or does not exist. */
  readonly before?: Json;
  /** Absent if the field is removed with the resource. */
  readonly after?: Json;
  /** Changes of the option list, for each changed or foreign option. */
  readonly options?: readonly OptionChange[];
}

export interface Change {
  readonly address: Address;
  /** Name of the resource for people. Absent for an unchanged resource, and for a kind without labels. */
  readonly label?: string;
  readonly kind: KindName;
  readonly action: Action;
  readonly because: ReasonCode;
  /** Sentence for the user. */
  readonly reason: string;
  /** Section of the interface that supports the reason. Absent if no section does. */
  readonly section?: string;
  readonly risk: Risk;
  /** Risks that need consent. For a blocked change, the risks without consent. */
  readonly risks: readonly RiskName[];
  /** Basis of the before-values. */
  readonly basis: Basis;
  /** ISO time of the ledger record with the before-values, if basis is recorded or echoed. */
  readonly recordedAt?: string;
  readonly fields: readonly FieldChange[];
  /** Foreign options of an unchanged list. A changed list contains them in `options` of its field. */
  readonly foreign?: readonly ForeignOption[];
  readonly dependsOn: readonly Address[];
  /** For a blocked removal, the kept resources that need this resource. */
  readonly neededBy?: readonly Address[];
  readonly provenance?: Provenance;
  /** Declared values that only this account has, because it overrides the files. */
  readonly overrides?: readonly Override[];
  /** Time and user of the change in the account, if it is the reason of this change, or if a removal would delete it. */
  readonly changedAt?: string;
  readonly changedBy?: string;
}

/**
 * True for a blocked change of a declared resource that only the ledger knows. After a manual change in the account, it can be recorded.
 */
export function isLeftToPeople({ action, because, basis, provenance }: Change): boolean {
  const fromLedger = basis === 'recorded' || basis === 'echoed';
  return action === 'blocked' && because === 'no-endpoint' && fromLedger && provenance !== undefined;
}
