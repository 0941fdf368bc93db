/** Folds a run into its ledger, and lists the addresses whose changes are missing in the ledger afterwards. */

import { formatSentence, LedgerError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';
import type { Ledger, LedgerRecord, LedgerStore } from '../../model/ledger.ts';
import { provingReader } from '../observe/reread.ts';
import type { CallEnd } from './call-result.ts';
import type { Run } from './run.ts';

export interface FoldedRun {
  /** Calls that stay open. */
  readonly intentions: Ledger['intentions'];
  /** Addresses whose changes are missing in the ledger. */
  readonly missing: readonly Address[];
}

/** Folds the run. A failed fold loses nothing unless the journal is lost too, because the journal has every entry. */
export async function foldRun(
  run: Run,
  ends: readonly CallEnd[],
  account: Parameters<LedgerStore['compact']>[0],
): Promise<FoldedRun> {
  try {
    const binds = run.isNew !== true || run.effects.size > 0;
    const { intentions } = await run.ledger.compact({ ...account, binds });
    return { intentions, missing: [] };
  } catch (error) {
    const ledger = await run.ledger.read().catch(() => undefined);
    const missing = unrecorded(run, ends, ledger);
    if (error instanceof LedgerError && DISPLACED.has(error.code)) run.halt(error);
    else run.findings.push(notFolded(error, missing));
    run.findings.push(...unrecordedFindings(run, missing));
    return { intentions: (ledger ?? run.known).intentions, missing };
  }
}

/** Codes of errors about ledger files that another process moved or replaced. Their messages tell the consequences. */
const DISPLACED: ReadonlySet<string> = new Set(['ledger-journal-lost', 'ledger-replaced']);

function notFolded(error: unknown, missing: readonly Address[]): Finding {
  return {
    code: 'ledger-not-folded',
    severity: 'warning',
    message: `The journal was not merged into the ledger: ${formatSentence(error)}`,
    hint:
      missing.length === 0 ? 'Nothing is lost: the next run does it.' : 'What the ledger does not tell of is named.',
  };
}

/** Returns the unrecorded addresses in the order of their calls. `ledger` is the ledger as it can be read now, or undefined. */
function unrecorded(
  run: Pick<Run, 'id' | 'effects'>,
  ends: readonly CallEnd[],
  ledger: Ledger | undefined,
): readonly Address[] {
  const open = new Set((ledger?.intentions ?? []).flatMap(({ covers }) => covers));
  const doubted = ends.flatMap(({ results }) => results.filter(({ status }) => status === 'uncertain'));
  const made = new Set([...run.effects.keys(), ...doubted.map(({ address }) => address)]);
  return [...made].filter((address) => {
    if (open.has(address)) return false;
    const record = run.effects.get(address);
    return record === undefined || !isRecorded(ledger, address, record, run.id);
  });
}

function unrecordedFindings(run: Run, addresses: readonly Address[]): readonly Finding[] {
  return addresses.map((address) => ({
    code: 'outcome-unrecorded',
    severity: 'error',
    message: `A call of this run changed ${address}, or may have changed it, but this is not in the ledger.`,
    ...adviseNextStep(run, address),
    address,
  }));
}

function adviseNextStep(run: Run, address: Address): Advice {
  if (provingReader(run.kindOf(address)) !== undefined)
    return { hint: 'The next plan reads it in the account, and apply records the values that match the declaration.' };
  return {
    hint: 'Nothing can read it, and the next apply would make the call again. Restore the files of the ledger, or check the account.',
    fix: [{ action: 'adopt', addresses: [address] }],
  };
}

function isRecorded(ledger: Ledger | undefined, address: Address, record: LedgerRecord | null, run: string): boolean {
  if (ledger === undefined) return false;
  const now = ledger.records[address];
  return record === null ? now === undefined : now?.run === run;
}
