/** `command: drift`: the account against what was last applied, told in one issue that is opened, kept up to date and closed. */

import { editIssue, openIssue, openIssues } from '../github/issues.ts';
import type { Reconciler } from '../index.ts';
import type { DriftReport } from '../model/drift.ts';
import { terminalLine } from '../report/escape.ts';
import { EXIT, exitOfDrift, sawEverything } from '../report/exit.ts';
import { driftMarkdown } from '../report/markdown-drift.ts';
import { COMMENT_LIMIT } from '../report/markdown-limit.ts';
import { driftText } from '../report/text/drift.ts';
import { COMMENT_FRAME } from './comment.ts';
import { findMarked, markerText } from './marker.ts';
import type { AccountResult } from './result.ts';
import type { Run } from './run.ts';
import { annotate, summaryLimit, textStyle } from './show.ts';

export async function driftAccount(run: Run, account: string, reconciler: Reconciler): Promise<AccountResult> {
  const report = await reconciler.drift();
  run.step.log(driftText(report, textStyle(run)));
  annotate(run, report.findings);
  await run.step.summary(driftMarkdown(report, { now: run.clock.now(), limit: summaryLimit(run) }).text);
  const { drifted, inSync, unverifiable } = report.summary;
  const numbers = { hasChanges: drifted > 0, destructive: 0, blocked: 0, counts: { drifted, inSync, unverifiable } };
  // A read that failed says nothing about the account, whatever else was seen: the issue stays as it is.
  if (!sawEverything(report)) {
    return { account, ...numbers, conclusion: 'failed', exit: EXIT.error };
  }
  if (run.inputs.issue) await tellIssue(run, account, report);
  const exit = exitOfDrift(report);
  if (exit === EXIT.done) return { account, ...numbers, conclusion: 'passed', exit };
  const fails = run.inputs['fail-on'] === 'changes';
  return { account, ...numbers, conclusion: fails ? 'failed' : 'neutral', exit: fails ? exit : EXIT.done };
}

async function tellIssue(run: Run, account: string, report: DriftReport): Promise<void> {
  const { github, repository } = run.host();
  const about = { about: 'drift', account, folder: run.folder } as const;
  const found = findMarked(await openIssues(github, repository), run.inputs['comment-author'], about);
  const now = run.clock.now();
  const { text } = driftMarkdown(report, { now, limit: COMMENT_LIMIT - COMMENT_FRAME });
  const body = `${markerText(about)}\n${text}\n${lastLine(run, now)}\n`;
  if (report.summary.drifted > 0) {
    const title = `Drift in ${terminalLine(account)}`;
    if (found === undefined) await openIssue(github, repository, { title, body });
    else await editIssue(github, repository, found.text.number, { body });
    return;
  }
  // An empty ledger proves nothing healed.
  if (found === undefined || report.resources.length === 0) return;
  await editIssue(github, repository, found.text.number, { body, state: 'closed', state_reason: 'completed' });
}

function lastLine({ runUrl }: Run, now: number): string {
  const seen = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
  return `<sub>trueup: looked at ${seen} UTC${runUrl === undefined ? '' : `, [run](${runUrl})`}</sub>`;
}
