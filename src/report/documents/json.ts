/** The JSON documents of plans, outcomes, drift, ledgers and errors: one document, indented by two spaces, with a final line break. */

import { defined } from '../../contract/defined.ts';
import { summaryOf, type TrueupError } from '../../errors.ts';
import type { DriftReport } from '../../model/drift.ts';
import type { Explanation } from '../../model/explanation.ts';
import type { Finding } from '../../model/finding.ts';
import type { Inventory } from '../../model/inventory.ts';
import { jsonText } from '../../model/json.ts';
import type { Ledger, LedgerHolder, LedgerRecord, RunHistory } from '../../model/ledger.ts';
import { type LedgerListing, openCallsIn } from '../../model/open-call.ts';
import type { ApplyResult } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import type { Pull } from '../../model/pull.ts';
import type { RolloutReport } from '../../model/rollout-report.ts';
import { runChanges } from '../runs.ts';
import type { ErrorDocument } from './error.ts';
import { ERROR_FORMAT, RECORDS_FORMAT, RUNS_FORMAT } from './formats.ts';
import type { RunsDocument } from './ledger.ts';

/** Changes that keep are counted in the summary and listed only when asked for. */
export function planJson(plan: Plan, verbose: boolean): string {
  return json(verbose ? plan : { ...plan, changes: plan.changes.filter((change) => change.action !== 'keep') });
}

export function outcomeJson(result: ApplyResult): string {
  return json(result);
}

export function runsJson(runs: readonly RunHistory[]): string {
  const document: RunsDocument = {
    format: RUNS_FORMAT,
    runs: runs.map((run) => ({ run: run.run, at: run.at, calls: run.calls.length, changes: [...runChanges(run)] })),
  };
  return json(document);
}

/** `holder`: who writes it now. */
export function ledgerJson(ledger: Ledger, holder: LedgerHolder | undefined): string {
  const open = openCallsIn(ledger, holder);
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

export function inventoryJson(inventory: Inventory): string {
  return json(inventory);
}

export function explanationJson(explanation: Explanation): string {
  return json(explanation);
}

/** `written`: the files were written, and resources in line with them were recorded. */
export function pullJson(pull: Pull, written: boolean): string {
  return json({ ...pull, written });
}

export function driftJson(report: DriftReport): string {
  return json(report);
}

export function rolloutReportJson(report: RolloutReport): string {
  return json(report);
}

/** Findings are those that the error carries, if it carries any. */
export function errorJson(error: TrueupError): string {
  const findings: readonly Finding[] | undefined =
    'findings' in error && Array.isArray(error.findings) ? error.findings : undefined;
  const document: ErrorDocument = {
    format: ERROR_FORMAT,
    code: error.code,
    message: summaryOf(error),
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
