/** The intention of a call: everything that is needed to determine its outcome later, on disk before it is sent. */

import type { ApiCall } from '../../contract/calls.ts';
import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Intention, JournalEntry, LedgerRecord } from '../../model/ledger.ts';
import type { ConflictCall, PlannedCall } from '../../model/plan.ts';
import { buildRunRecord } from './record.ts';
import { chooseRecovery } from './recoverable.ts';
import type { Run } from './run.ts';

export function buildIntention(run: Run, call: PlannedCall): Intention {
  const { method, path, covers, expects, onConflict } = call;
  return {
    id: run.newId(),
    run: run.id,
    at: run.at(),
    call: buildApiCall(call),
    method,
    path,
    covers,
    before: Object.fromEntries(covers.map((address) => [address, findValuesBefore(run, call, address)])),
    expects,
    ...defined({ onConflict: onConflict && buildApiCall(onConflict) }),
    records: Object.fromEntries(covers.map((address) => [address, buildCallRecord(run, call, address)])),
    recovery: chooseRecovery(run, call),
    ...defined({ reviewed: run.reviewedPart?.(call), by: run.by }),
  };
}

/** Ends an intention. */
export type Settle = Extract<JournalEntry, { readonly type: 'settle' }>;

/** Settles an intention as not applied: the account shows no effect, or the call was not sent. */
export function notApplied(run: Pick<Run, 'at'>, { id }: Intention): Settle {
  return { type: 'settle', id, as: 'not-applied', at: run.at() };
}

/** Returns the values before the call. A resource that an earlier call of this run created has the values of that call's reply. */
function findValuesBefore(run: Run, { before, expects }: PlannedCall, address: Address): Fields | null {
  const [planned, left] = [before[address] ?? null, run.written.get(address)];
  if (planned !== null || left === undefined) return planned;
  const fields = expects[address] ?? {};
  return Object.fromEntries(Object.entries(left.fields).filter(([field]) => fields[field] !== undefined));
}

function buildApiCall({ endpoint, params, body }: PlannedCall | ConflictCall): ApiCall {
  return { endpoint, params, ...(body === null ? {} : { body }) };
}

function buildCallRecord(run: Run, call: PlannedCall, address: Address): LedgerRecord | null {
  const fields = call.records[address] ?? null;
  if (fields === null) return null;
  const origin = (call.before[address] ?? null) === null ? 'created' : 'changed';
  return buildRunRecord(run, address, { fields, basis: 'recorded', origin }) ?? null;
}
