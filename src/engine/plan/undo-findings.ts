/** Findings about the parts of one address that a revert keeps or cannot restore. */

import type { Address } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import { listed } from '../listed.ts';
import { provingReader } from '../observe/reread.ts';
import type { LostContents } from './lost-contents.ts';

const BY_HAND = 'Set them again by hand, or from an export or a backup.';

/** Entries named in one finding. */
const NAMED = 5;

export function changedFinding(address: Address, what: readonly string[]): Finding {
  return {
    code: 'revert-changed',
    severity: 'warning',
    message: `${address} was changed since the run (${what.join(', ')}), so that change is kept.`,
    hint: 'Keep the change, or overwrite it.',
    fix: [{ action: 'overwrite', addresses: [address] }],
    address,
  };
}

/** `why`: sentences that end with the fact that the resource stays. */
export function staysFinding(address: Address, why: string, { associationType }: Kind): Finding {
  return {
    code: 'revert-stays',
    severity: 'warning',
    message: why,
    hint:
      associationType === undefined
        ? 'Change or delete it in the account by hand if it is meant.'
        : 'Set or purge the limit of the type that is meant by its typeId.',
    address,
  };
}

export function unknownFinding(address: Address, fields: readonly string[]): Finding {
  return {
    code: 'revert-unknown',
    severity: 'warning',
    message: `The values of ${fields.join(', ')} of ${address} before the run are unknown, so they cannot be restored.`,
    hint: 'Declare the value that it should have, and apply that.',
    address,
  };
}

/** Warns that the change brings back a resource or entries without their former contents. */
export function emptyFinding(address: Address, { lost, entries }: LostContents): Finding {
  const back = entries === undefined ? `${address} comes back. It is created again` : describeEntries(address, entries);
  return {
    code: 'revert-empty',
    severity: 'warning',
    message: `${back} without ${lost}.`,
    hint: BY_HAND,
    address,
  };
}

function describeEntries(address: Address, { noun, values }: NonNullable<LostContents['entries']>): string {
  const named = listed(
    values.map((value) => JSON.stringify(value)),
    NAMED,
  );
  return values.length === 1
    ? `The ${noun} ${named} of ${address} comes back`
    : `The ${noun}s ${named} of ${address} come back`;
}

/** Returns a clause about the earlier existence of a resource. It is known only if reads show everything. */
export function seenBefore(kind: Kind): string {
  return provingReader(kind) === undefined && !isUnsupported(kind.reader)
    ? 'It was not seen before the run'
    : 'The run created it';
}
