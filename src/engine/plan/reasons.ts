/** Sentences that say why a resource changes or stays. */

import type { Change, ReasonCode } from '../../model/change.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import { listed } from '../listed.ts';

/** The record, if there is one. */
type Recorded = Pick<LedgerRecord, 'found'> | undefined;

/** `lacking` is a sentence that the holder is missing in the account. */
export function keptUnseen(record: Recorded, lacking: string | undefined): string {
  return lacking === undefined
    ? `${asRecorded(record)}; the reads of the account do not tell its current state.`
    : `${asRecorded(record)}. ${lacking}`;
}

/** `lacking`: the same. What is recorded was there once. */
export function goneText(lacking: string, record: Recorded): string {
  if (record === undefined) return lacking;
  const then = record.found === 'recorded' ? 'recorded' : 'last applied';
  return `${lacking} The account had it when this was ${then}: a user deleted, archived or renamed it.`;
}

export function reasonText(because: ReasonCode, change: Change, record: Recorded): string {
  switch (because) {
    case 'missing':
      return missingText(change.basis, record);
    case 'file-differs':
      return 'The file declares another value.';
    case 'account-changed':
      return record?.found === 'recorded'
        ? 'It was changed in the account since it was recorded.'
        : 'It was changed in the account since the last apply.';
    case 'both-changed':
      return 'Both the file and the account changed since the last apply.';
    case 'value-unknown':
      return 'Its value in the account cannot be read and is missing in the ledger, so it is set.';
    case 'held':
      return 'It was changed in the account and drift is held.';
    default:
      return change.basis === 'recorded' ? `${asRecorded(record)}; it cannot be read.` : 'As declared.';
  }
}

/** Text that is true in both cases: the file retires the options for the first time, or a user added or showed them again. */
export function retiringText(values: readonly string[]): string {
  const shown = values.map((value) => JSON.stringify(value));
  const [noun, pronoun] = values.length === 1 ? ['option', 'it'] : ['options', 'them'];
  return `The file retires the ${noun} ${listed(shown, SHOWN)}, and the account has ${pronoun}.`;
}

/** Values that one sentence names. */
const SHOWN = 8;

function asRecorded(record: Recorded): string {
  return record?.found === 'recorded' ? 'As recorded' : 'As last applied';
}

function missingText(basis: Change['basis'], record: Recorded): string {
  switch (basis) {
    case 'unknown':
      return 'It is missing in the ledger, and no call can read whether it exists.';
    case 'inferred':
      return 'Nothing in the account refers to it; if it already exists, its declared fields are set.';
    default:
      if (record === undefined) return 'It is not in the account.';
      return `It was ${record.found === 'recorded' ? 'recorded' : 'applied'} and is gone from the account.`;
  }
}
