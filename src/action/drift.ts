/** `command: drift`: compares the account with what was last applied, in one issue that is opened, updated and closed. */

import { editIssue, openIssue, openIssues } from '../github/issues.ts';
import type { Reconciler } from '../index.ts';
import type { DriftReport } from '../model/drift.ts';
import { moment } from '../model/moment.ts';
import { terminalLine } from '../report/escape.ts';
import { EXIT, exitOfDrift, sawEverything } from '../report/exit.ts';
import { driftHtml } from '../report/html/drift.ts';
import { driftMarkdown } from '../report/markdown/drift.ts';
import { COMMENT_LIMIT } from '../report/markdown/limit.ts';
import { driftText } from '../report/text/drift.ts';
import { COMMENT_FRAME } from './comment.ts';
import { reporting } from './failure.ts';
import { pathOf, save } from './files.ts';
import { marked, markerText, otherAuthor } from './marker.ts';
import type { AccountResult } from './result.ts';
import type { Run } from './run.ts';
import { annotate, summaryLimit, textStyle } from './show.ts';

export async function driftAccount(run: Run, account: string, reconciler: Reconciler): Promise<AccountResult> {
  const report = await reconciler.drift();
  run.step.log(driftText(report, textStyle(run)));
  annotate(run, report.findings);
  await run.step.summary(
    driftMarkdown(report, { now: run.clock.now(), limit: summaryLimit(run), face: 'action' }).text,
  );
  await save(run, 'reportFile', account, () =>
    driftHtml(report, { verbose: false, now: run.clock.now(), face: 'action' }),
  );
  const { drifted, inSync, unverifiable } = report.summary;
  const counts = { drifted, inSync, unverifiable };
  const found = { ...pathOf(run, 'reportFile', account), hasChanges: drifted > 0, destructive: 0, blocked: 0, counts };
  // A failed read says nothing about the account, whatever else was read: the issue stays unchanged.
  if (!sawEverything(report)) {
    return { account, ...found, conclusion: 'failed', exit: EXIT.error };
  }
  const exit = exitOfDrift(report);
  const fails = exit !== EXIT.done && run.inputs['fail-on'] === 'changes';
  const result: AccountResult = {
    account,
    ...found,
    conclusion: exit === EXIT.done ? 'passed' : fails ? 'failed' : 'neutral',
    exit: fails ? exit : EXIT.done,
  };
  return run.inputs.issue ? reporting(run, result, () => reportInIssue(run, account, report)) : result;
}

/** Of several, the oldest stays; one that was closed during the search is opened again. */
async function reportInIssue(run: Run, account: string, report: DriftReport): Promise<void> {
  const { github, repository } = run.host();
  const about = { about: 'drift', account, folder: run.folder } as const;
  const [found, ...others] = marked(await openIssues(github, repository), run.inputs['comment-author'], about);
  const now = run.clock.now();
  const { text } = driftMarkdown(report, { now, limit: COMMENT_LIMIT - COMMENT_FRAME, face: 'action' });
  const body = `${markerText(about)}\n${text}\n${lastLine(run, now)}\n`;
  const title = `Drift in ${terminalLine(account)}`;
  if (exitOfDrift(report) !== EXIT.done) {
    const edited = found && (await editIssue(github, repository, found.text.number, { body, state: 'open' }));
    if (edited !== true) await openOurs(run, { title, body });
  } else if (found !== undefined && report.resources.length > 0) {
    await editIssue(github, repository, found.text.number, { body, state: 'closed', state_reason: 'completed' });
  }
  for (const { text: other } of others) {
    const body = `${markerText(about)}\nReported in #${found?.text.number}.\n`;
    await editIssue(github, repository, other.number, { body, state: 'closed', state_reason: 'not_planned' });
  }
}

async function openOurs(run: Run, issue: { readonly title: string; readonly body: string }): Promise<void> {
  const { github, repository } = run.host();
  const opened = await openIssue(github, repository, issue);
  const other = otherAuthor(run.inputs['comment-author'], opened);
  if (other === undefined) return;
  const closed = { body: issue.body, state: 'closed', state_reason: 'not_planned' } as const;
  await editIssue(github, repository, opened.number, closed);
  throw other;
}

function lastLine({ runUrl }: Run, now: number): string {
  const seen = moment(new Date(now).toISOString());
  return `<sub>trueup: checked ${seen}${runUrl === undefined ? '' : `, [run](${runUrl})`}</sub>`;
}
