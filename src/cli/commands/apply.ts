/** `trueup apply`: applies a saved plan, or plans, shows, asks and applies. */

import { defined } from '../../contract/defined.ts';
import { REFUSED, UnsafePlanError, UsageError } from '../../errors.ts';
import { requireReviewed } from '../../faces.ts';
import type { ApplyOptions, Reconciler } from '../../index.ts';
import type { ApplyResult } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import { mention } from '../../report/command.ts';
import { json } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT, exitOfApply, exitOfPlan } from '../../report/exit.ts';
// Loaded before the first write: what was done must be shown whatever becomes of the installed files meanwhile.
import { docHtml } from '../../report/html/render.ts';
import { docMarkdown } from '../../report/markdown/render.ts';
import { formatPlanTitle } from '../../report/origin.ts';
import { isEmpty, recordsSomething } from '../../report/text/counts.ts';
import { findingsText } from '../../report/text/findings.ts';
import { ledgerLine } from '../../report/text/ledger-line.ts';
import { type Invocation, withOrigin } from '../../report/text/next.ts';
import { outcomeBrief, outcomeDoc } from '../../report/text/outcome.ts';
import { failedReads, NOT_READ } from '../../report/text/plan.ts';
import { docText } from '../../report/text/render.ts';
import { askConsent, type ConsentFlags, isAsked } from '../consent.ts';
import { buildStyle, type Context } from '../context.ts';
import { showError } from '../failure.ts';
import { planOptions } from '../flags.ts';
import { OVERTAKEN, type Overtaken, whenFree } from '../lock-wait.ts';
import { requireNamedConsents } from '../named-consents.ts';
import { buildInvocation, ledgerLocation, withReconciler } from '../open.ts';
import { readPlanFile } from '../plan-file.ts';
import { inForm, requireReportFiles, writeReportFiles } from '../report-files.ts';
import { planPage, planReport } from './plan.ts';

export async function apply(context: Context, flags: ConsentFlags, planFile: string | undefined): Promise<number> {
  await requireReportFiles(context.world.cwd, flags.report ?? [], ['.html']);
  return planFile === undefined
    ? applyMade(context, flags, (reconciler) => reconciler.plan(planOptions(flags)), OVERTAKEN)
    : applySaved(context, flags, planFile);
}

async function applySaved(context: Context, flags: ConsentFlags, planFile: string): Promise<number> {
  requireNoPlanFlags(flags, planFile);
  const saved = await readPlanFile(context, planFile);
  const opened = { ...flags, account: flags.account ?? saved.account.name };
  return withReconciler(context, opened, async (reconciler) => {
    const options = { ...applyOptions(flags, flags.confirm), saved: true };
    const typed = buildInvocation(context, opened, reconciler, planFile);
    const ledger = await ledgerLocation(context, reconciler);
    // A ledger that the other run wrote makes the saved plan stale: that is not waited for.
    const result = await whenFree(context, flags, reconciler, ['ledger-locked'], async () => {
      if (showsPlan(flags)) {
        const { hubId, baseUrl } = saved.account;
        const where = [...(hubId === null ? [] : [`account ${hubId}`]), baseUrl].join(', ');
        context.out(`${terminalLine(`${formatPlanTitle(saved)} (${where})`)}\n`);
        if (ledger !== undefined) context.out(`${ledgerLine(await reconciler.ledger.read(), ledger)}\n`);
      }
      return reconciler.apply(saved, options);
    });
    return show(context, flags, { plan: saved, result }, typed);
  });
}

/** Flags that narrow or allow are part of the plan: at apply they would silently have no effect. */
function requireNoPlanFlags({ target = [], allow = [], overwrite = [] }: ConsentFlags, planFile: string): void {
  const given = [
    ...target.map((address) => ['--target', address]),
    ...allow.map((risk) => ['--allow', risk]),
    ...overwrite.map((address) => ['--overwrite', address]),
  ];
  if (given.length === 0) return;
  const names = [...new Set(given.map(([name]) => name))].join(', ');
  const message = `A saved plan is applied as it is, so it cannot be combined with ${names}.`;
  throw new UsageError('saved-plan-flags', message, {
    hint: `Create a plan with these flags, review it, and apply that plan: ${mention('plan', ...given.flat(), '-o', planFile)}`,
  });
}

/** Shows a plan of any origin, asks and applies it; plans again after a refusal of `again`. */
export async function applyMade(
  context: Context,
  flags: ConsentFlags,
  make: (reconciler: Reconciler) => Promise<Plan>,
  again: readonly Overtaken[],
): Promise<number> {
  return withReconciler(context, flags, (reconciler) =>
    whenFree(context, flags, reconciler, again, () => planAndApply(context, flags, reconciler, make)),
  );
}

async function planAndApply(
  context: Context,
  flags: ConsentFlags,
  reconciler: Reconciler,
  make: (reconciler: Reconciler) => Promise<Plan>,
): Promise<number> {
  if (flags.digest !== undefined) await reconciler.recover(flags.digest);
  const plan = await make(reconciler);
  requireNamedConsents(flags, plan);
  const typed = buildInvocation(context, flags, reconciler);
  const ledger = await ledgerLocation(context, reconciler);
  // Before the user is asked; apply checks again.
  if (flags.digest !== undefined) await requireReviewed(plan, flags.digest, reconciler.ledger);
  // No question for a plan that the guards will refuse: the answer would be useless.
  const goesOn = mayBeApplied(plan, flags);
  const asks = goesOn && plan.calls.length + plan.summary.forget > 0;
  const skipBlocked = flags.skipBlocked === true;
  const isLast = !goesOn || hasNothing(plan);
  const shown = { typed: isLast ? typed : undefined, ledger, skipBlocked };
  if (showsPlan(flags)) context.out(await planReport(context, flags, plan, shown));
  // A user sees the plan before the question.
  else if (asks && isAsked(context, flags))
    context.note(await planReport(context, { ...flags, format: 'text', quiet: false }, plan, shown));
  if (flags.quiet === true && !showsDocument(flags) && !plan.complete) {
    context.note(NOT_READ);
    context.note(findingsText(failedReads(plan), buildStyle(context.world, flags, 'stderr')));
  }
  const showUnapplied = async (): Promise<void> => {
    if (showsDocument(flags) && flags.json !== true) context.out(await planReport(context, flags, plan, shown));
    await writeReportFiles(context, flags.report ?? [], { '.html': () => planPage(context, flags, plan) });
  };
  // The text above already shows it; documents and short forms report the outcome.
  if (showsPlan(flags) && hasNothing(plan)) {
    await showUnapplied();
    return exitOfPlan(plan, false);
  }
  const consent = asks ? await askConsent(context, flags, plan, reconciler.account.protected) : {};
  if (consent === 'no' || consent === 'interrupted') {
    await showUnapplied();
    context.note('Nothing was changed.');
    return consent === 'no' ? EXIT.refused : EXIT.interrupted;
  }
  const options = applyOptions(flags, consent.confirm ?? flags.confirm);
  const result = await reconciler.apply(plan, options).catch(async (error: unknown) => {
    if (error instanceof UnsafePlanError) await showUnapplied();
    throw showsPlan(flags) ? withoutShown(error, plan) : error;
  });
  const exit = await show(context, flags, { plan, result }, typed);
  // In every form: that nothing was to do is not known of what was not read.
  return exit === EXIT.done && isEmpty(plan) ? exitOfPlan(plan, false) : exit;
}

/** Documents contain the outcome only; the text shows the plan first, so that users see what they consent to. */
function showsPlan(flags: ConsentFlags): boolean {
  return !showsDocument(flags) && flags.quiet !== true;
}

function showsDocument(flags: ConsentFlags): boolean {
  return flags.json === true || (flags.format ?? 'text') !== 'text';
}

function hasNothing(plan: Plan): boolean {
  return isEmpty(plan) && !recordsSomething(plan) && plan.open === undefined;
}

function mayBeApplied(plan: Plan, flags: ConsentFlags): boolean {
  const errors = plan.findings.some((finding) => finding.severity === 'error');
  return plan.applyable || (flags.skipBlocked === true && !errors);
}

/** What the plan above already shows is not repeated. */
function withoutShown(error: unknown, plan: Plan): unknown {
  if (!(error instanceof UnsafePlanError)) return error;
  const shown = new Set(plan.findings.map(({ code, message }) => `${code} ${message}`));
  const rest = error.findings.filter(
    ({ code, message }) => code !== 'blocked-change' && !shown.has(`${code} ${message}`),
  );
  if (rest.length === error.findings.length) return error;
  const [first] = rest;
  return first === undefined
    ? new UnsafePlanError(`${REFUSED}: the plan above shows why, and what to do.`, [])
    : new UnsafePlanError(`${REFUSED}: ${first.message}`, rest);
}

function applyOptions(flags: ConsentFlags, confirm: number | undefined): ApplyOptions {
  return {
    skipBlocked: flags.skipBlocked === true,
    ...defined({ concurrency: flags.concurrency, confirm, reviewed: flags.digest }),
  };
}

interface Applied {
  readonly plan: Plan;
  readonly result: ApplyResult;
}

async function show(context: Context, flags: ConsentFlags, applied: Applied, typed: Invocation): Promise<number> {
  // Printed first, and the exit code stays: a file that cannot be written must not hide what was done.
  context.out(await report(context, flags, applied, typed));
  try {
    await writeReportFiles(context, flags.report ?? [], { '.html': async () => page(context, applied) });
  } catch (error) {
    await showError(context, error, { ...flags, json: false });
  }
  return exitOfApply(applied.result);
}

function report(context: Context, flags: ConsentFlags, applied: Applied, typed: Invocation): Promise<string> {
  const style = buildStyle(context.world, flags);
  const shown = { verbose: flags.verbose === true, typed: withOrigin(typed, applied.plan) };
  return inForm(flags, {
    json: () => json(withPlanned(applied)),
    markdown: () => docMarkdown(outcomeDoc(withPlanned(applied))),
    html: () => page(context, applied),
    brief: () => outcomeBrief(applied.result, style),
    text: () => `\n${docText(outcomeDoc(applied.result, shown), { ...style, ...context.excerpts() })}`,
  });
}

function page({ world }: Context, applied: Applied): string {
  return docHtml(outcomeDoc(withPlanned(applied), { account: applied.plan.account }), { now: world.now() });
}

/** A document of an outcome also has the findings of the plan, which no other output shows. */
function withPlanned({ plan, result }: Applied): ApplyResult {
  const known = new Set(result.findings.map(({ code, message }) => `${code} ${message}`));
  const planned = plan.findings.filter(({ code, message }) => !known.has(`${code} ${message}`));
  return { ...result, findings: [...planned, ...result.findings] };
}
