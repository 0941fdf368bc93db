/** `trueup plan`: shows the changes and saves them on request. Writes nothing to the account. */

import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { planDigest, type Reconciler } from '../../index.ts';
import { moment } from '../../model/moment.ts';
import type { Plan } from '../../model/plan.ts';
import { planJson } from '../../report/documents/json.ts';
import { exitOfPlan } from '../../report/exit.ts';
import type { Invocation } from '../../report/text/next.ts';
import { planBriefDoc, planDoc } from '../../report/text/plan.ts';
import { docText } from '../../report/text/render.ts';
import { buildStyle, type Context } from '../context.ts';
import { type PlanOnlyFlags, planOptions } from '../flags.ts';
import { requireNamedConsents } from '../named-consents.ts';
import { buildInvocation, ledgerLocation, withReconciler } from '../open.ts';
import { inForm, requireReportFiles, writeReportFiles } from '../report-files.ts';
import { requireOwn, savePrivately } from '../save.ts';

const PLAN_MARK = /^\s*\{\s*"format":\s*"trueup\.plan\//;

export function plan(context: Context, flags: PlanOnlyFlags): Promise<number> {
  return planMade(context, flags, (reconciler) => reconciler.plan(planOptions(flags)));
}

/** Shows and saves a plan of any origin. */
export async function planMade(
  context: Context,
  flags: PlanOnlyFlags,
  make: (reconciler: Reconciler) => Promise<Plan>,
): Promise<number> {
  const path = flags.out === undefined ? undefined : resolve(context.world.cwd, flags.out);
  const reports = flags.report ?? [];
  const hint = 'Choose another file for -o.';
  const refusal = new UsageError('not-a-plan', `Refused to replace ${path}: it is not a plan.`, { hint });
  if (path !== undefined) await requireOwn(path, PLAN_MARK, refusal);
  await requireReportFiles(context.world.cwd, reports, ['.html']);
  const { made, typed, ledger } = await withReconciler(context, flags, async (reconciler) => ({
    made: await make(reconciler),
    typed: buildInvocation(context, flags, reconciler, flags.out),
    ledger: await ledgerLocation(context, reconciler),
  }));
  requireNamedConsents(flags, made);
  const digest = planDigest(made);
  if (path !== undefined) await savePrivately(path, context.redaction.scrub(planJson(made, true)));
  await writeReportFiles(context, reports, { '.html': () => planPage(context, flags, made) });
  context.out(await planReport(context, flags, made, { typed: { ...typed, digest }, ledger }));
  if (flags.out !== undefined)
    context.note(`Saved to ${flags.out}, valid until ${moment(made.expiresAt)}. Digest: ${digest}`);
  return exitOfPlan(made, flags.detailedExitcode === true);
}

export interface PlanContext {
  /** Undefined if a question follows instead of a next command. */
  readonly typed: Invocation | undefined;
  /** Where the ledger is, for people. */
  readonly ledger: string | undefined;
  /** Apply follows, and skips what is blocked. */
  readonly skipBlocked?: boolean;
}

export function planReport(
  context: Context,
  flags: Omit<PlanOnlyFlags, 'out'>,
  made: Plan,
  { typed, ledger, skipBlocked = false }: PlanContext,
): Promise<string> {
  const verbose = flags.verbose === true;
  const doc = planDoc(made, { now: context.world.now(), verbose, skipBlocked, typed, ledger });
  const style = { ...buildStyle(context.world, flags), ...context.excerpts() };
  return inForm(flags, {
    json: () => planJson(made, verbose),
    markdown: async () => (await import('../../report/markdown/render.ts')).docMarkdown(doc, { verbose }),
    html: () => planPage(context, flags, made),
    brief: () => docText(planBriefDoc(made), style),
    text: () => docText(doc, { ...style, summary: flags.summary === true }),
  });
}

export async function planPage(
  { world }: Context,
  { verbose = false }: Pick<PlanOnlyFlags, 'verbose'>,
  made: Plan,
): Promise<string> {
  const { docHtml } = await import('../../report/html/render.ts');
  return docHtml(planDoc(made, { now: world.now(), verbose }), { now: world.now() });
}
