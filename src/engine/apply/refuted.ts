/**
 * Drops the record of a resource known from the ledger only, if a call that needs the resource is refused and no read shows it.
 * The next plan creates the resource again. If it exists after all, that create becomes an update.
 */

import type { ApiCall } from '../../contract/calls.ts';
import { ApiError, AuthError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Intention, JournalEntry } from '../../model/ledger.ts';
import { provingReader } from '../observe/reread.ts';
import type { Run } from './run.ts';

export interface Refutation {
  readonly entries: readonly JournalEntry[];
  readonly findings: readonly Finding[];
  /** What to do about the call that was refused. */
  readonly hint?: string;
}

/** Drops only records that no read can show and that this run did not write. */
export async function refutation(run: Run, intention: Intention, sent: ApiCall, error: unknown): Promise<Refutation> {
  if (!(error instanceof ApiError)) return NOTHING;
  const refuted = findRefuted(run, intention, sent, error).filter((address) => isInQuestion(run, intention, address));
  const [first] = refuted;
  if (first === undefined || (await isShown(run, intention, first))) return NOTHING;
  // Several calls meet the same gap: it is reported once.
  const fresh = refuted.filter(
    (address) => !run.findings.some(({ code, address: other }) => code === 'record-refuted' && other === address),
  );
  return {
    entries: fresh.map((address) => ({ type: 'forget', address, at: run.at() })),
    findings: fresh.map((address) => finding(address, intention, error)),
    hint: `Run plan and apply again: ${first} is created first.`,
  };
}

const NOTHING: Refutation = { entries: [], findings: [] };

function findRefuted(run: Run, { covers }: Intention, sent: ApiCall, error: ApiError): readonly Address[] {
  const byKind = Map.groupBy(covers, (address) => run.kindOf(address));
  return [...byKind].flatMap(([kind, addresses]) => kind?.writer.refutes?.(sent, addresses, error) ?? []);
}

function isInQuestion(run: Run, { covers }: Intention, address: Address): boolean {
  const open = run.known.intentions.some((other) => other.covers.includes(address) && !covers.includes(address));
  const ours = run.written.has(address) && !covers.includes(address);
  const readable = provingReader(run.kindOf(address)) !== undefined;
  return run.known.records[address] !== undefined && !open && !ours && !readable;
}

/** Checks whether something that a read shows needs the resource. A read that fails counts as showing it: the record stays. */
async function isShown(run: Run, { covers }: Intention, address: Address): Promise<boolean> {
  try {
    const found = await run.live.fresh(covers);
    return [...found.values()].some((live) => run.kindOf(live.address)?.needs?.of(live).includes(address) === true);
  } catch (error) {
    if (error instanceof AuthError) run.halt(error);
    return true;
  }
}

function finding(address: Address, { method, path }: Intention, { message }: ApiError): Finding {
  return {
    code: 'record-refuted',
    severity: 'warning',
    message: `${address} is known from the ledger only, and no read shows it: ${method} ${path} was refused (${message}) Its record was dropped.`,
    hint: 'The next plan creates it again. If it exists, apply sets its declared values.',
    address,
  };
}
