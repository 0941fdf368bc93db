/** Decides about a resource that the ledger has and the files no longer declare. Only a consent that names its address removes it. */

import { defined } from '../../contract/defined.ts';
import { type Address, parseKind } from '../../model/address.ts';
import type { FieldChange } from '../../model/change.ts';
import { isOfEvent, withoutAccount } from '../../model/event-name.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import { isNowhere } from '../../model/live.ts';
import { fieldDrift } from '../drift/field-drift.ts';
import { lastChange } from '../drift/last-change.ts';
import { ownFields } from '../drift/own-writing.ts';
import { parseTypeId } from '../observe/renamed.ts';
import { anotherThan } from './another.ts';
import { heldName } from './decide-findings.ts';
import type { DecideInput, Decision } from './decision.ts';
import { calledOtherwise, declaredElsewhere, forgotten, ofAnother, removed } from './removal.ts';
import { type Dropped, nowhere } from './undeclared-findings.ts';

export interface Undeclared {
  readonly decision?: Decision;
  readonly findings: readonly Finding[];
  /** Set if the resource stays in the account because its removal has no consent or no call. */
  readonly dropped?: Dropped;
}

export function decideUndeclared(
  record: LedgerRecord,
  kind: Kind,
  input: DecideInput,
  declared: ReadonlySet<Address>,
): Undeclared {
  const { address } = record;
  const { remove } = kind.writer;
  const found = input.live.resources.get(address);
  const now = input.live.renamed?.get(address);
  if (now !== undefined && declared.has(now)) return decided(declaredElsewhere(record, now));
  if (now !== undefined && input.ledger.records[now] !== undefined) return decided(calledOtherwise(record, now));
  // The account was asked by the new name, so a read by the old name proves nothing.
  const isUnseen = now === undefined && input.live.unseen.has(address);
  const isShown = found !== undefined && !input.live.unseen.has(address);
  if (!isUnseen && !isShown && !isUnsupported(kind.reader)) return decided(forgotten(record));
  // After a failed read, the ledger completes the live state by address, so the id proves nothing.
  const another = anotherThan(record, kind, input.live.unseen.has(address) ? undefined : found);
  if (another !== undefined) return decided(ofAnother(record, another));
  if (isUnsupported(remove)) return { findings: [], dropped: { record, kind, stays: remove } };
  const spelled = otherSpelling(record, kind, declared, input.ledger);
  if (spelled !== undefined) return decided(declaredElsewhere(record, spelled));
  if (found?.defined === 'default') return { findings: [], dropped: { record, kind, stays: 'built-in' } };
  const lacking = isNowhere(address, input.live) ? input.live.lacking?.get(address) : undefined;
  if (lacking !== undefined) return { findings: [nowhere(record, lacking)] };
  if (!input.isAllowed(remove.risk, address)) return { findings: [], dropped: { record, kind, stays: remove } };
  const held = heldRemoval(record, kind, input);
  if (held !== undefined) return { findings: [held] };
  return decided(withDrift(removed(record, kind, input), record, kind, input));
}

/** Returns the declared address of the same resource, if ids of the service or two spellings of an event prove it. */
function otherSpelling(
  record: LedgerRecord,
  kind: Kind,
  declared: ReadonlySet<Address>,
  { records }: Pick<Ledger, 'records'>,
): Address | undefined {
  const own = findIdentity(record.address, kind, records);
  if (own === undefined) return undefined;
  return [...declared].find((other) => parseKind(other) === kind.name && findIdentity(other, kind, records) === own);
}

/** Undefined if the kind has one spelling only, or if the id of a labelled association type is unknown. */
function findIdentity(address: Address, kind: Kind, records: Ledger['records']): string | undefined {
  if (isOfEvent(kind)) return withoutAccount(address.slice(kind.name.length + 1));
  const type = kind.associationType?.(address);
  const typeId = type?.typeId ?? parseTypeId(records[address]?.id);
  return type === undefined || typeId === undefined
    ? undefined
    : JSON.stringify([type.from, type.to, type.category, typeId]);
}

function decided(decision: Decision): Undeclared {
  return { decision, findings: [] };
}

/** Returns undefined if nothing has changed, or if drift is not held at the address. */
function heldRemoval(record: LedgerRecord, kind: Kind, input: DecideInput): Finding | undefined {
  const { address } = record;
  const changed = changedSince(record, kind, input);
  if (!input.hold || input.overwrite.has(address) || changed.length === 0) return undefined;
  return {
    code: 'drift-held',
    severity: 'warning',
    message: `${address} is no longer declared, but it was changed in the account (${formatHeldNames(changed)}) and is left unchanged.`,
    hint: 'Declare it again with the values in the account, or delete it together with those changes.',
    fix: [{ action: 'overwrite', addresses: [address] }],
    address,
  };
}

/** Adds the changes of other users to the removal, with the user. */
function withDrift(decision: Decision, record: LedgerRecord, kind: Kind, input: DecideInput): Decision {
  const live = input.live.resources.get(record.address);
  const changed = changedSince(record, kind, input);
  if (live === undefined || changed.length === 0 || decision.change.action !== 'remove') return decision;
  const since = record.found === 'recorded' ? 'since it was recorded' : 'since the last apply';
  const reason = `${decision.change.reason} It was changed in the account ${since} (${formatHeldNames(changed)}): that is overwritten.`;
  const { changedAt, changedBy } = lastChange({ record, kind, live, own: ownFields(input.ledger, record.address) });
  return {
    ...decision,
    change: { ...decision.change, because: 'both-changed', reason, ...defined({ changedAt, changedBy }) },
  };
}

function changedSince(record: LedgerRecord, kind: Kind, input: DecideInput): readonly FieldChange[] {
  const live = input.live.resources.get(record.address);
  if (live === undefined || input.live.unseen.has(record.address)) return [];
  return fieldDrift(record, live.fields, kind, ownFields(input.ledger, record.address)).theirs;
}

function formatHeldNames(changed: readonly FieldChange[]): string {
  return changed.map(heldName).join(', ');
}
