/** The JSON documents of plans, outcomes, drift, ledgers and errors: one document, indented by two spaces, with a final line break. */

import { defined } from '../../contract/defined.ts';
import { readSummary, type TrueupError } from '../../errors.ts';
import type { Finding } from '../../model/finding.ts';
import { jsonText } from '../../model/json.ts';
import type { Ledger, LedgerHolder, LedgerRecord, RunHistory } from '../../model/ledger.ts';
import { type LedgerListing, listOpenCalls } from '../../model/open-call.ts';
import type { Plan } from '../../model/plan.ts';
import type { Pull } from '../../model/pull.ts';
import { findUser, runChanges } from '../runs.ts';
import type { ErrorDocument } from './error.ts';
import { ERROR_FORMAT, RECORDS_FORMAT, RUNS_FORMAT } from './formats.ts';

/** Changes that keep are counted in the summary and listed only when asked for. */
export function planJson(plan: Plan, verbose: boolean): string {
  return json(verbose ? plan : { ...plan, changes: plan.changes.filter((change) => change.action !== 'keep') });
}

export function runsJson(runs: readonly RunHistory[]): string {
  const changed = runs.map((run) => ({
    run: run.run,
    at: run.at,
    ...defined({ by: findUser(run) }),
    calls: run.calls.length,
    changes: runChanges(run),
  }));
  return json({ format: RUNS_FORMAT, runs: changed });
}

/** `holder`: who writes it now. */
export function ledgerJson(ledger: Ledger, holder: LedgerHolder | undefined): string {
  const open = listOpenCalls(ledger, holder);
  const listing: LedgerListing = {
    ...ledger,
    ...defined({ holder }),
    ...(open.length === 0 ? {} : { open }),
  };
  return json(listing);
}

export function recordsJson(records: readonly LedgerRecord[]): string {
  return json({ format: RECORDS_FORMAT, records });
}

/** `written`: the files were written, and resources in line with them were recorded. */
export function pullJson(pull: Pull, written: boolean): string {
  return json({ ...pull, written });
}

/** Findings are those that the error carries, if it carries any. */
export function errorJson(error: TrueupError): string {
  const findings: readonly Finding[] | undefined =
    'findings' in error && Array.isArray(error.findings) ? error.findings : undefined;
  const document: ErrorDocument = {
    format: ERROR_FORMAT,
    code: error.code,
    message: readSummary(error),
    kind: error.kind,
    retryable: error.retryable,
    ...defined({
      retryAfterMs: error.retryAfterMs,
      hint: error.hint,
      fix: error.fix && [...error.fix],
      findings: findings && [...findings],
    }),
  };
  return json(document);
}

export function json(value: unknown): string {
  return `${jsonText(value, 2)}\n`;
}
