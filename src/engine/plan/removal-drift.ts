/** Finds changes of other users in a resource that the files no longer declare. A removal would delete them too. */

import { defined } from '../../contract/defined.ts';
import type { FieldChange } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import { fieldDrift } from '../drift/field-drift.ts';
import { lastChange } from '../drift/last-change.ts';
import { ownWriting } from '../drift/own-writing.ts';
import { heldName } from './decide-findings.ts';
import type { DecideInput, Decision } from './decision.ts';

/** Returns undefined if nothing has changed, or if drift is not held at the address. */
export function heldRemoval(record: LedgerRecord, kind: Kind, input: DecideInput): Finding | undefined {
  const { address } = record;
  const changed = changedSince(record, kind, input);
  if (!input.hold || input.overwrite.has(address) || changed.length === 0) return undefined;
  return {
    code: 'drift-held',
    severity: 'warning',
    message: `${address} is no longer declared, but it was changed in the account (${namesOf(changed)}) and is left unchanged.`,
    hint: 'Declare it again with what the account has, or delete it with what was changed.',
    fix: [{ action: 'overwrite', addresses: [address] }],
    address,
  };
}

/** Adds the changes of other users to the removal, with the user. */
export function withDrift(decision: Decision, record: LedgerRecord, kind: Kind, input: DecideInput): Decision {
  const live = input.live.resources.get(record.address);
  const changed = changedSince(record, kind, input);
  if (live === undefined || changed.length === 0 || decision.change.action !== 'remove') return decision;
  const since = record.found === 'recorded' ? 'since it was recorded' : 'since the last apply';
  const reason = `${decision.change.reason} It was changed in the account ${since} (${namesOf(changed)}): that is overwritten.`;
  const { changedAt, changedBy } = lastChange({ record, kind, live, own: ownIn(record, input) });
  return {
    ...decision,
    change: { ...decision.change, because: 'both-changed', reason, ...defined({ changedAt, changedBy }) },
  };
}

function changedSince(record: LedgerRecord, kind: Kind, input: DecideInput): readonly FieldChange[] {
  const live = input.live.resources.get(record.address);
  if (live === undefined || input.live.unseen.has(record.address)) return [];
  return fieldDrift(record, live.fields, kind, ownIn(record, input)).theirs;
}

function ownIn(
  { address }: LedgerRecord,
  { ledger }: DecideInput,
): ReturnType<ReturnType<typeof ownWriting>>['writes'] {
  return ownWriting({ ledger })(address).writes;
}

function namesOf(changed: readonly FieldChange[]): string {
  return changed.map(heldName).join(', ');
}
