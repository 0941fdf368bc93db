/**
 * `command: validate`, which also replaces every command for files that may come from a fork. Reports all findings without token or
 * network.
 */

import { validateProject } from '../index.ts';
import { commandData, markdownText, terminalLine } from '../report/escape.ts';
import { EXIT, exitOfFindings } from '../report/exit.ts';
import { findingsWithin } from '../report/markdown/limit.ts';
import { findingCounts, findingsText } from '../report/text/findings.ts';
import { count } from '../report/text/layout.ts';
import { type Conclusion, NOTHING, type StepResult, stepResult } from './result.ts';
import type { Run } from './run.ts';
import { annotate, summaryLimit, textStyle } from './show.ts';
import { configurationOptions } from './variables.ts';

/** Why no account is read in place of the command. */
export interface Unread {
  /** Title of the annotation. */
  readonly title: 'checkout-unproven' | 'secrets-missing';
  /** A clause without a full stop. */
  readonly why: string;
  /** True if a person must read the result before a merge. */
  readonly isRefused?: boolean;
}

/** Returns neutral if the command would have read an account. Returns failed if the result would let unchecked files through. */
export async function validateAll(run: Run, unread?: Unread): Promise<StepResult> {
  const { findings, accounts } = validateProject(run.project, {
    accounts: run.inputs.account,
    ...configurationOptions(run),
    now: run.clock.now(),
  });
  const found = exitOfFindings(findings);
  const exit = found === EXIT.done && unread?.isRefused === true ? EXIT.refused : found;
  if (findings.length > 0) run.step.log(`${findingsText(findings, textStyle(run))}\n`);
  const counted = findings.length === 0 ? 'no findings' : findingCounts(findings);
  const line = `${count(run.project.files.length, 'file')}, ${count(accounts, 'account')}: ${counted}.`;
  run.step.log(`${line}\n`);
  annotate(run, findings);
  const why =
    unread === undefined ? [] : [`${terminalLine(unread.why)}: only the files were checked; no account was read.`];
  const severity = unread?.isRefused === true ? 'error' : 'warning';
  for (const text of why) run.step.annotate([`::${severity} title=${unread?.title}::${commandData(text)}`]);
  await run.step.summary(
    `${['### Validation', line, ...why.map(markdownText), findingsWithin(findings, summaryLimit(run), 'action')].join('\n\n')}\n`,
  );
  const of = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const counts = { errors: of('error'), warnings: of('warning'), infos: of('info') };
  const clean: Conclusion = unread === undefined ? 'passed' : 'neutral';
  const conclusion = exit === EXIT.done ? clean : 'failed';
  return stepResult([{ account: 'validation', ...NOTHING, counts, conclusion, exit }]);
}
