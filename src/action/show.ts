/** Shows a plan in the log, the summary of the step, and annotations on the lines of the files. */

import { join, normalize } from 'node:path/posix';
import { blockedFindings, planDigest } from '../index.ts';
import type { Finding } from '../model/finding.ts';
import type { Plan } from '../model/plan.ts';
import { docHtml } from '../report/html/render.ts';
import { COMMENT_LIMIT, type Fitted, fitMarkdown } from '../report/markdown/render.ts';
import { annotations } from '../report/text/annotations.ts';
import type { Doc } from '../report/text/doc.ts';
import { planDoc } from '../report/text/plan.ts';
import { docText } from '../report/text/render.ts';
import { palette, type TextStyle } from '../report/text/style.ts';
import { LOG } from '../report/text/words.ts';
import { COMMENT_FRAME } from './comment.ts';
import { accountsOf, type Run } from './run.ts';
import { SUMMARY_LIMIT } from './step.ts';

/** Bytes of the summary that are reserved for errors and digests. */
const SUMMARY_REST = 65_536;

export function textStyle({ clock }: Run): TextStyle {
  return { palette: palette(false), width: 120, verbose: false, everything: true, now: clock.now(), face: 'action' };
}

/** The space in the step summary for a report on one account; an apply writes two, the plan and the outcome. */
export function summaryLimit(run: Run): number {
  const reports = run.inputs.command === 'apply' ? 2 : 1;
  return Math.floor((SUMMARY_LIMIT - SUMMARY_REST) / (accountsOf(run).length * reports));
}

interface Shown {
  /** Text above the plan. */
  readonly notice?: string;
  /** True if a person can apply the plan by its digest, so that the digest is shown. */
  readonly isOffered: boolean;
  /** SHA-256 of the policy in the files. */
  readonly policy: string;
}

/** Says where every change is listed. */
export async function showPlan(run: Run, plan: Plan, { notice = '', isOffered, policy }: Shown): Promise<string> {
  const doc = buildDoc(run, plan);
  run.step.log(docText(doc, textStyle(run)));
  annotate(run, annotatedFindings(plan));
  const { text, whole } = fitMarkdown(doc, {
    face: 'action',
    limit: summaryLimit(run),
    elsewhere: LOG,
    notice,
  });
  const digest = isOffered ? `digest \`${planDigest(plan)}\`, ` : '';
  const taken = await run.step.summary(`${text}\n<sub>${digest}policy \`${policy}\`</sub>\n\n`);
  return whole && taken ? 'the summary of the run' : LOG;
}

export function planPage(run: Run, plan: Plan): string {
  return docHtml(buildDoc(run, plan), { now: run.clock.now(), face: 'action' });
}

function buildDoc({ clock }: Run, plan: Plan): Doc {
  return planDoc(plan, { now: clock.now(), face: 'action' });
}

/** `notice` is the text above the plan. */
export function planForComment(run: Run, plan: Plan, elsewhere: string, notice: string): Fitted {
  const limit = COMMENT_LIMIT - COMMENT_FRAME;
  return fitMarkdown(buildDoc(run, plan), { face: 'action', limit, elsewhere, notice });
}

export function annotate(run: Run, findings: readonly Finding[]): void {
  run.step.annotate(annotationLines(findings, { ...run, accounts: accountsOf(run).length }));
}

/** The Git host keeps ten annotations of each severity per step. One is left for the end of the step. */
const KEPT_OF_EACH = 9;

interface Place {
  /** Leads from the top of the repository to where files are named from. */
  readonly folder: string;
}

/** Workflow commands. */
export function annotationLines(
  findings: readonly Finding[],
  { accounts, ...place }: Place & { readonly accounts: number },
): readonly string[] {
  const most = Math.max(1, Math.floor(KEPT_OF_EACH / accounts));
  return annotations(
    findings.map((finding) => fromTop(finding, place)),
    most,
  );
}

/** Returns the findings of a plan, and each blocked change at its declaration. */
export function annotatedFindings(
  plan: Pick<Plan, 'changes' | 'calls' | 'summary' | 'findings' | 'origin'>,
): readonly Finding[] {
  return [...plan.findings, ...blockedFindings(plan)];
}

function fromTop(finding: Finding, { folder }: Place): Finding {
  if (finding.provenance === undefined) return finding;
  const file = normalize(join(folder, finding.provenance.file));
  return { ...finding, provenance: { ...finding.provenance, file } };
}
