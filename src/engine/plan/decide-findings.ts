/** Findings about a declared resource: unchanged values, and the reasons. */

import { defined } from '../../contract/defined.ts';
import type { Change, FieldChange } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import { type Option, optionName } from '../../model/option.ts';
import { asOptions } from '../compare.ts';
import type { Misretired } from '../field-diff.ts';
import { tombstones } from '../options/plan.ts';
import type { DeclaredOrRestored } from './decision.ts';
import type { Diff } from './diff.ts';

export function heldFinding(change: Change, diff: Diff): Finding {
  return {
    code: 'drift-held',
    severity: 'warning',
    message: `${change.address} was changed in the account (${diff.held.map(heldName).join(', ')}) and is left unchanged.`,
    hint: 'Declare what the account has, or overwrite it.',
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
  const more = values.length > NAMED ? ` and ${values.length - NAMED} more` : '';
  return `${field} ${values.slice(0, NAMED).join(', ')}${more}`;
}

const NAMED = 8;

/** The finding at the entry of `retire`, if its position is known. */
export function misretiredFinding(
  { address, spec, provenance, retiredAt }: DeclaredOrRestored,
  { index, near }: Misretired,
): Finding {
  const at = retiredAt?.[index] ?? provenance;
  return {
    code: 'option-retired-misspelt',
    severity: 'warning',
    message: `${address} retires the option ${JSON.stringify(tombstones(spec)[index]?.value)}, which the account does not have.`,
    hint: `Did you mean ${JSON.stringify(near)}? If the option is gone already, remove the entry.`,
    address,
    ...defined({ provenance: at }),
  };
}

/** A warning, not a block, because the interface does not state the rule. */
export function labelFinding({ address, provenance }: Change, options: readonly Option[]): Finding {
  const values = options.map(({ value }) => JSON.stringify(value)).join(' and ');
  return {
    code: 'option-label-shared',
    severity: 'warning',
    message: `The options ${values} of ${address} would have the same label ${JSON.stringify(options[0]?.label)}, which the service is expected to refuse.`,
    hint: 'Declare all of them with labels of their own, change the label in the account, or take one off the list with retire.',
    address,
    ...defined({ provenance }),
  };
}

/** A warning and no block: an account that has such an option may take it back. */
export function emptyOptionFindings({ address, fields, provenance }: Change): readonly Finding[] {
  const lists = fields.filter(({ options, after }) => options !== undefined && asOptions(after).some(hasEmptyValue));
  return lists.map(({ field }) => ({
    code: 'option-value-empty',
    severity: 'warning',
    message: `The account has an option "" in ${field} of ${address}. It is sent with the list, which the service is expected to refuse.`,
    hint: 'Take it off the list with retire: [{ value: "", stage: remove }].',
    address,
    ...defined({ provenance }),
  }));
}

function hasEmptyValue({ value }: Option): boolean {
  return value === '';
}
