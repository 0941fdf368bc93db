/** One difference between desired and live: before, after, an action and a reason. */

import type { Address, KindName } from './address.ts';
import type { Basis } from './basis.ts';
import type { Override, Provenance } from './finding.ts';
import type { Json } from './json.ts';
import type { ForeignOption } from './option.ts';
import type { RiskName } from './risk.ts';

export const ACTIONS = ['create', 'update', 'remove', 'forget', 'keep', 'blocked'] as const;
export type Action = (typeof ACTIONS)[number];

export const RISKS = ['safe', 'destructive', 'irreversible'] as const;
/** safe; destructive: values or options are lost; irreversible: no call undoes it. */
export type Risk = (typeof RISKS)[number];

export const REASON_CODES = [
  /** Not in the account, and not known to have been there. */
  'missing',
  /** Not in the account, and archived under its name: creating it restores that. */
  'archived',
  /** The file asks for another value. */
  'file-differs',
  /** The account changed since the last apply; the file did not change. Of a create: it is gone from the account. */
  'account-changed',
  /** File and account both changed since the last apply. Of a removal: the file dropped what the account changed. */
  'both-changed',
  /** Its value in the account is not known, so it is set. */
  'value-unknown',
  /** In the ledger, no longer declared. */
  'not-declared',
  /** In the ledger, no longer declared, and gone from the account. */
  'gone',
  'in-sync',
  /** The run that is reverted changed it. */
  'reverted',
  /** blocked, or kept by a revert: the interface has no endpoint for it. */
  'no-endpoint',
  /** blocked: nobody consented to the risk. */
  'consent-required',
  /** blocked: the definition is read-only. */
  'read-only',
  /** blocked: the read failed, so nothing is known. */
  'unseen',
  /** blocked: what it belongs to, such as an event or a custom object, is missing in the account or unknown. */
  'holder-missing',
  /** blocked: an earlier call may have happened and has to be settled first. */
  'unsettled',
  /** blocked: a run that is under way has an open call on it. */
  'under-way',
  /** blocked: a create of it was refused because it exists, and nothing reads or changes its fields. */
  'exists-unread',
  /** blocked: it was changed in the account, and drift is held. */
  'held',
  /** blocked: something it depends on is blocked. */
  'dependency-blocked',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** What happens to one option of a list. foreign: added by someone else in the account, sent along unchanged. */
export interface OptionChange {
  readonly value: string;
  readonly change: 'add' | 'remove' | 'update' | 'hide' | 'move' | 'foreign';
  readonly before?: Json;
  readonly after?: Json;
}

export interface FieldChange {
  readonly field: string;
  /** Absent: not known, or not there. */
  readonly before?: Json;
  /** Absent: the field goes with the resource. */
  readonly after?: Json;
  /** For the option list: what happens to each option that is touched or foreign. */
  readonly options?: readonly OptionChange[];
}

export interface Change {
  readonly address: Address;
  readonly kind: KindName;
  readonly action: Action;
  readonly because: ReasonCode;
  /** One sentence for people. */
  readonly reason: string;
  /** Section of the interface that the reason rests on, where one does. */
  readonly section?: string;
  readonly risk: Risk;
  /** Risks that need consent; for a blocked change those that lack it. */
  readonly risks: readonly RiskName[];
  /** How the before-values are known. */
  readonly basis: Basis;
  /** ISO time of the ledger record that the before-values come from, when basis is recorded or echoed. */
  readonly recordedAt?: string;
  readonly fields: readonly FieldChange[];
  /** Options of others in a list that is not touched; one that is touched names them among its options. */
  readonly foreign?: readonly ForeignOption[];
  readonly dependsOn: readonly Address[];
  /** Of a removal that is blocked: what stays and needs it. */
  readonly neededBy?: readonly Address[];
  readonly provenance?: Provenance;
  /** Of what is declared, the part that is so in this account alone. */
  readonly overrides?: readonly Override[];
  /** Who and when, for a change whose reason is that the account changed, and for a removal of what was changed there. */
  readonly changedAt?: string;
  readonly changedBy?: string;
}

/** A declared change of what only the ledger knows, without a call for it: done in the account by hand, it can be recorded. */
export function isLeftToPeople({ action, because, basis, provenance }: Change): boolean {
  const fromLedger = basis === 'recorded' || basis === 'echoed';
  return action === 'blocked' && because === 'no-endpoint' && fromLedger && provenance !== undefined;
}
