/**
 * Judges a reply for an address: compares the values with the plan and selects the values that the ledger may record.
 */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { FieldChange } from '../../model/change.ts';
import type { Fields } from '../../model/json.ts';
import type { Kind, Settled } from '../../model/kind.ts';
import type { Intention, LedgerRecord } from '../../model/ledger.ts';
import { differences } from '../compare.ts';
import { asHeld, formatDeclaration, sortDifferences } from '../held.ts';
import { RUN_AGAIN } from '../hints.ts';
import type { CallResult } from './call-result.ts';
import { isAnnouncedRestore, originOfRestored, restoredSentence, unannouncedRestore } from './restored.ts';
import type { Run } from './run.ts';

export interface Verdict {
  readonly result: CallResult;
  /** Undefined: the ledger stays as it is. */
  readonly record?: LedgerRecord | null;
}

export function decideVerdict(run: Run, intention: Intention, address: Address, settled: Settled | undefined): Verdict {
  if (settled === undefined) {
    const message = 'The reply does not mention it. It is unknown whether it took effect.';
    return { result: { address, status: 'uncertain', message, hint: 'Run plan and apply again: they send it again.' } };
  }
  if (settled.status === 'failed') {
    return { result: { address, status: 'failed', message: settled.message ?? 'The service refused it.' } };
  }
  if (settled.status === 'accepted') {
    const message = settled.message ?? 'The service accepted it, but does not show whether it is done.';
    return { result: { address, status: 'accepted', message, hint: MAKES_SURE } };
  }
  const record = withId(intention, address, settled.id);
  const expected = intention.expects[address];
  const kind = run.kindOf(address);
  if (settled.echo === undefined || expected === undefined || expected === null || kind === undefined) {
    const result: CallResult = {
      address,
      status: 'applied',
      message: expected === null ? 'Done; the service took it.' : 'Done; the reply shows no values.',
    };
    return record === undefined ? { result } : { result, record };
  }
  const fields = differences(kind, expected, settled.echo);
  if (fields.length === 0) {
    const { restored: since } = settled;
    const isMeant = since === undefined || isAnnouncedRestore(run, address);
    const result = isMeant ? done(address, since) : unannouncedRestore(address, 'reply', since);
    const origin = since === undefined ? {} : originOfRestored(run, address);
    const kept = isMeant ? { ...origin, basis: 'echoed' as const } : origin;
    return { result, ...defined({ record: record && { ...record, ...kept } }) };
  }
  const { before, call } = intention;
  const sorted = sortDifferences(fields, { before: before[address] ?? null, expected, body: call.body });
  return {
    result:
      sorted.ours.length > 0
        ? otherValues(kind, address, fields, record?.fields)
        : changedBeside(address, sorted.beside),
    ...(record === undefined ? {} : { record: record && asHeld(kind, record, sorted, run.known.records[address]) }),
  };
}

function done(address: Address, createdAt: string | undefined): CallResult {
  const again = createdAt === undefined ? '' : ` ${restoredSentence(createdAt)}`;
  return { address, status: 'applied', message: `Done; the reply shows the planned values.${again}`, echoed: true };
}

/** Recorded once a reply says that it is done, and not before. */
const MAKES_SURE = 'It stays open, and nothing is recorded yet: the next apply makes sure.';

/** The result for a resource that has the planned values and other changes. */
function changedBeside(address: Address, fields: readonly FieldChange[]): CallResult {
  return {
    address,
    status: 'conflict',
    message: `The change was made. The reply also shows changes by another user: ${formatFieldNames(fields)}.`,
    hint: RUN_AGAIN,
    fields,
  };
}

function otherValues(
  { fields: rules }: Kind,
  address: Address,
  fields: readonly FieldChange[],
  declared: Fields = {},
): CallResult {
  const lines = fields.flatMap(({ field, after }) => {
    const own = declared[field];
    return after === undefined || own === undefined ? [] : [formatDeclaration(rules[field], field, after, own)];
  });
  return {
    address,
    status: 'failed',
    message: `The service accepted the call, but its reply shows other values: ${formatFieldNames(fields)}.`,
    hint:
      lines.length === 0
        ? 'Check the account for a setting that prevents the change.'
        : `Declare it as it is stored: ${lines.join('; ')}`,
    fields,
  };
}

function formatFieldNames(fields: readonly FieldChange[]): string {
  return fields.map(({ field }) => field).join(', ');
}

/** A new resource in place of the recorded resource was changed by the call, not created. */
function withId(
  { records, before }: Intention,
  address: Address,
  id: string | undefined,
): LedgerRecord | null | undefined {
  const record = records[address];
  if (record === undefined || record === null || id === undefined) return record;
  const isAnother = (before[address] ?? null) !== null && record.id !== undefined && record.id !== id;
  return { ...record, id, ...(isAnother ? { found: 'changed' as const } : {}) };
}
