/** Finds the calls of trueup that may have written a resource since its record: open calls and calls of a current run. */

import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Ledger, RunHistory } from '../../model/ledger.ts';
import { moment } from '../../model/moment.ts';
import type { OwnWrites } from '../own-writes.ts';

export interface OwnWriting {
  readonly writes: OwnWrites;
  /** An open call may have taken it away. */
  readonly removal: boolean;
  /** Reason why the difference is not drift. */
  readonly reason: string;
}

export interface OwnWritingInput {
  /** The ledger after the read of the account. */
  readonly ledger: Ledger;
  /** Given when the ledger changed while the account was read. */
  readonly meanwhile?: { readonly ledger: Ledger; readonly runs: readonly RunHistory[] };
}

export function ownWriting({ ledger, meanwhile }: OwnWritingInput): (address: Address) => OwnWriting {
  return (address) => {
    const open = ledger.intentions.filter(({ covers }) => covers.includes(address));
    const recorded = meanwhile === undefined ? [] : passed(address, ledger, meanwhile);
    const [first] = open;
    return {
      writes: {
        open: open.flatMap(({ before, expects }) => {
          const after = expects[address] ?? null;
          return after === null ? [] : [{ before: before[address] ?? null, expects: after }];
        }),
        recorded,
      },
      removal: open.some(({ expects }) => expects[address] === null),
      reason:
        first === undefined
          ? 'A trueup run wrote it while the account was being read.'
          : `The difference from the record is the effect of an open call of trueup run ${first.run} (${moment(first.at)}).`,
    };
  };
}

/** Fields of the record before, and after each call of the run that wrote the record since. */
function passed(
  address: Address,
  { records }: Ledger,
  meanwhile: NonNullable<OwnWritingInput['meanwhile']>,
): readonly Fields[] {
  const [before, after] = [meanwhile.ledger.records[address], records[address]];
  if (before === undefined || after === undefined || JSON.stringify(before) === JSON.stringify(after)) return [];
  const calls = meanwhile.runs.find(({ run }) => run === after.run)?.calls ?? [];
  return [before.fields, ...calls.flatMap(({ records: left }) => (left[address] == null ? [] : [left[address]]))];
}
