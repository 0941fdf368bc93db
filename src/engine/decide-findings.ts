/** What is said of a declared resource beside its change: what is left alone, and why. */

import type { Change, FieldChange } from '../model/change.ts';
import { mention } from '../model/command.ts';
import type { Finding } from '../model/finding.ts';
import type { Diff } from './diff.ts';
import { declarationOf } from './stored.ts';

export function heldFinding(change: Change, diff: Diff): Finding {
  return {
    code: 'drift-held',
    severity: 'warning',
    message: `${change.address} moved in the account (${diff.held.map(({ field }) => field).join(', ')}) and is left alone.`,
    hint: `Change the file to what the account has, or take it back: ${mention('plan', '--take', change.address)}`,
    address: change.address,
    ...(change.provenance === undefined ? {} : { provenance: change.provenance }),
  };
}

export function storedFinding({ address, provenance }: Change, { field, before, after = null }: FieldChange): Finding {
  return {
    code: 'stored-differently',
    severity: 'warning',
    message: `The service stores ${field} of ${address} in another form than the file declares, so it is not written again.`,
    hint: `Declare it as it is stored: ${declarationOf(field, after, before)}`,
    address,
    ...(provenance === undefined ? {} : { provenance }),
  };
}
