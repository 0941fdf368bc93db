/** Sentences that say why a resource changes or stays. */

import type { Change, ReasonCode } from '../../model/change.ts';

export const UNSEEN_KEPT = 'As last applied; the read that would show it failed.';

export const STORED_KEPT = 'As last applied, in the form in which the service stores it.';

export function reasonText(because: ReasonCode, change: Change): string {
  switch (because) {
    case 'missing':
      return missingText(change.basis);
    case 'file-differs':
      return 'The file asks for another value.';
    case 'account-changed':
      return 'It was changed in the account since the last apply.';
    case 'both-changed':
      return 'File and account both changed since the last apply.';
    case 'value-unknown':
      return 'Its value in the account cannot be read, and the ledger does not know it, so it is set.';
    case 'held':
      return 'It was changed in the account and drift is held.';
    default:
      return change.basis === 'recorded' ? 'As last applied; nothing can read it.' : 'As declared.';
  }
}

function missingText(basis: Change['basis']): string {
  switch (basis) {
    case 'unknown':
      return 'The ledger has no record of it, and nothing can read whether it exists.';
    case 'inferred':
      return 'Nothing in the account refers to it; should it exist all the same, its declared fields are set.';
    default:
      return 'It is not in the account.';
  }
}
