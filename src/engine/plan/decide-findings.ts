/** Findings about a declared resource: unchanged values, and the reasons. */

import { defined } from '../../contract/defined.ts';
import type { Change, FieldChange } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import { optionName } from '../../model/option.ts';
import { listed } from '../listed.ts';
import type { Diff } from './diff.ts';

export function heldFinding(change: Change, diff: Diff): Finding {
  return {
    code: 'drift-held',
    severity: 'warning',
    message: `${change.address} was changed in the account (${diff.held.map(heldName).join(', ')}) and is left unchanged.`,
    hint: 'Declare the values in the account, or overwrite them.',
    fix: [{ action: 'overwrite', addresses: [change.address] }],
    address: change.address,
    ...defined({ provenance: change.provenance }),
  };
}

/** Names the kept options of a list. A position that moved with other options is not named. */
export function heldName({ field, options = [] }: FieldChange): string {
  const values = options
    .filter(({ change }) => change !== 'foreign' && change !== 'move')
    .map(({ value }) => optionName(value));
  if (values.length === 0) return field;
  return `${field} ${listed(values, NAMED)}`;
}

const NAMED = 8;
