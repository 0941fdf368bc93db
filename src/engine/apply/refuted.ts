/** A refusal that contradicts a record: what is proven to be missing in the account is dropped from the ledger, so that the next plan creates it. */

import type { ApiCall } from '../../contract/calls.ts';
import { ApiError } from '../../errors.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Refuted } from '../../model/kind.ts';
import type { Intention, JournalEntry } from '../../model/ledger.ts';
import { provingReader } from '../observe/reread.ts';
import type { Run } from './run.ts';

export interface Refutation {
  readonly entries: readonly JournalEntry[];
  readonly findings: readonly Finding[];
  /** What to do about the call that was refused. */
  readonly hint?: string;
}

/** Only records that nothing can read, and that this run did not write itself, are in question. */
export function refutation(run: Run, intention: Intention, sent: ApiCall, error: unknown): Refutation {
  if (!(error instanceof ApiError)) return { entries: [], findings: [] };
  const refuted = refutedBy(run, intention, sent, error).filter(({ address }) => isInQuestion(run, intention, address));
  const [first] = refuted;
  if (first === undefined) return { entries: [], findings: [] };
  // Several calls meet the same gap: it is told once.
  const fresh = refuted.filter(
    ({ address }) => !run.findings.some((finding) => finding.address === address && isOurs(finding)),
  );
  return {
    entries: fresh.flatMap(({ address, certain }) => (certain ? [{ type: 'forget', address, at: run.at() }] : [])),
    findings: fresh.map((one) => finding(one, intention, error)),
    hint: first.certain
      ? `Run plan and apply again: ${first.address} is created first.`
      : `Check whether ${first.address} is still in the account.`,
  };
}

function refutedBy(run: Run, { covers }: Intention, sent: ApiCall, error: ApiError): readonly Refuted[] {
  const byKind = Map.groupBy(covers, (address) => run.kindOf(address));
  return [...byKind].flatMap(([kind, addresses]) => kind?.writer.refutes?.(sent, addresses, error) ?? []);
}

function isInQuestion(run: Run, { covers }: Intention, address: Address): boolean {
  const open = run.known.intentions.some((other) => other.covers.includes(address) && !covers.includes(address));
  const ours = run.written.has(address) && !covers.includes(address);
  const readable = provingReader(run.kindOf(address)) !== undefined;
  return run.known.records[address] !== undefined && !open && !ours && !readable;
}

function isOurs({ code }: Finding): boolean {
  return code === 'record-refuted' || code === 'record-doubtful';
}

function finding({ address, certain }: Refuted, { method, path }: Intention, { message }: ApiError): Finding {
  const name = parseAddress(address)?.parts.at(-1) ?? address;
  return certain
    ? {
        code: 'record-refuted',
        severity: 'warning',
        message: `${address} was known from the ledger only and is not in the account: ${method} ${path} was refused (${message}) Its record was dropped.`,
        hint: 'The next plan creates it again.',
        address,
      }
    : {
        code: 'record-doubtful',
        severity: 'warning',
        message: `${address} is known from the ledger only and may no longer be in the account: ${method} ${path} was refused with a message about ${name} (${message})`,
        hint: 'Check the account.',
        fix: [{ action: 'forget', addresses: [address], when: 'gone' }],
        address,
      };
}
