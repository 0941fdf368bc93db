/** Judges a create that restored an archived resource: done if the plan announced it, otherwise a conflict. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Intention, LedgerRecord } from '../../model/ledger.ts';
import { moment } from '../../model/moment.ts';
import { firstCreateOf } from '../../model/restored.ts';
import { type Found, provingReader } from '../observe/reread.ts';
import type { CallResult } from './call-result.ts';
import type { Run } from './run.ts';

/** Returns the time of the first create if a read shows that the create restored the resource. Returns undefined for other calls. */
export function findFirstCreate(found: Found, { before, expects }: Intention, address: Address): string | undefined {
  const isCreate = (before[address] ?? null) === null && (expects[address] ?? null) !== null;
  const { createdAt, changedAt } = found.get(address) ?? {};
  return isCreate ? firstCreateOf(Date.parse(createdAt ?? ''), [Date.parse(changedAt ?? '')]) : undefined;
}

/**
 * True if a user consented to the restore, or the plan announced it: no read shows archived resources of the kind, and the ledger knows the
 * resource.
 */
export function isAnnouncedRestore(run: Run, address: Address): boolean {
  if (run.restores.has(address)) return true;
  return provingReader(run.kindOf(address))?.hidesArchived === true && run.known.records[address] !== undefined;
}

/** A resource that already existed counts as found unless trueup created it. */
export function originOfRestored({ known }: Pick<Run, 'known'>, address: Address): Pick<LedgerRecord, 'found'> {
  const before = known.records[address];
  return before === undefined ? { found: 'changed' } : defined({ found: before.found });
}

/** The sentence that follows the message about an announced restore. */
export function restoredSentence(createdAt: string): string {
  return `It was created at ${moment(createdAt)} already, so it was archived and is back with its record values.`;
}

/**
 * The result for a resource that was archived after the last read. It has the planned values, and others without consent. A read without a
 * reply may also show a resource of another user.
 */
export function unannouncedRestore(address: Address, source: 'reply' | 'read', createdAt: string): CallResult {
  const back = 'one of this name was archived and is back with its record values';
  const says = source === 'reply' ? 'the reply says' : 'a read shows';
  const why = source === 'reply' ? `so ${back}` : `so ${back}, or another user created it`;
  return {
    address,
    status: 'conflict',
    message: `It has the planned values, but it is not new: ${says} that it was created at ${moment(createdAt)}, ${why}.`,
    hint: CHECK_VALUES,
  };
}

export const CHECK_VALUES = 'Check its record values in the account. A new plan shows whether anything is left to do.';
