/** Finds further valid records of a resource: calls of trueup may have written it since its record. */

import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { Ledger, RunHistory } from '../../model/ledger.ts';
import { moment } from '../../model/moment.ts';

export interface OwnWriting {
  /** Fields of the records before and during a current run, and of the records that open calls leave. */
  readonly records: readonly Fields[];
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
    const [first] = open;
    return {
      records: [...ownFields(ledger, address), ...(meanwhile === undefined ? [] : passed(address, ledger, meanwhile))],
      removal: open.some(({ expects }) => expects[address] === null),
      reason:
        first === undefined
          ? 'A trueup run wrote it while the account was being read.'
          : `The difference from the record is the effect of an open call of trueup run ${first.run} (${moment(first.at)}).`,
    };
  };
}

/** Returns the fields that each open call leaves. A field that the call does not mention stays as recorded. */
export function ownFields(
  { records, intentions }: Pick<Ledger, 'records' | 'intentions'>,
  address: Address,
): readonly Fields[] {
  const { fields } = records[address] ?? {};
  return intentions.flatMap(({ expects, records: left }) =>
    expects[address] == null ? [] : [{ ...fields, ...expects[address], ...left[address]?.fields }],
  );
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
