/** Checks what is asked of accounts and rollouts before the database is: what it has no form for would be an error of its own. */

import { requireOptionsOf } from '../../model/arguments.ts';
import { A_COUNT, A_HUB, A_TEXT } from '../store/storable.ts';

/** Throws UsageError `argument-invalid`. */
export function requireFilter(called: 'accounts' | 'rollouts', filter: object): void {
  requireOptionsOf(called, filter, {
    ...{ limit: A_COUNT, wave: A_COUNT, hubId: A_HUB },
    after: { what: 'the id of an account, or 0', fits: (value) => value === 0 || A_HUB.fits(value) },
    ...{ state: A_TEXT, because: A_TEXT, shape: A_TEXT },
  });
}
