/** Puts a plan where people look: the log, the summary of the step, annotations on the lines of the files. */

import type { Finding } from '../model/finding.ts';
import type { Plan } from '../model/plan.ts';
import { COMMENT_LIMIT, type Fitted, planMarkdownWithin, SUMMARY_LIMIT } from '../report/markdown-limit.ts';
import { planText } from '../report/text/plan.ts';
import { palette, type TextStyle } from '../report/text/style.ts';
import { annotatedFindings, annotationText } from './annotations.ts';
import { COMMENT_FRAME } from './comment.ts';
import { accountsOf, type Run } from './run.ts';

export function textStyle({ clock }: Run): TextStyle {
  return { palette: palette(false), width: 120, verbose: false, now: clock.now() };
}

/** What the summary of the step leaves for each account. */
export function summaryLimit(run: Run): number {
  return Math.floor((SUMMARY_LIMIT - 10_000) / accountsOf(run).length);
}

export async function showPlan(run: Run, plan: Plan): Promise<void> {
  run.step.log(planText(plan, textStyle(run)));
  annotate(run, annotatedFindings(plan));
  const options = { verbose: false, now: run.clock.now(), limit: summaryLimit(run) };
  await run.step.summary(planMarkdownWithin(plan, options).text);
}

/** `taken`: bytes that something else needs in the same comment. */
export function planForComment(run: Run, plan: Plan, taken = 0): Fitted {
  const limit = COMMENT_LIMIT - COMMENT_FRAME - taken;
  return planMarkdownWithin(plan, { verbose: false, now: run.clock.now(), limit });
}

export function annotate(run: Run, findings: readonly Finding[]): void {
  run.step.commands(annotationText(findings, run.folder));
}
