/** `trueup explain PLANFILE`: shows a saved plan again, in any form, offline. */

import { planDigest } from '../../index.ts';
import { ago, moment } from '../../model/moment.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { type Context, typedOf } from '../context.ts';
import type { CommonFlags, PlanFlags } from '../flags.ts';
import { readPlanFile } from '../plan-file.ts';
import { requireReportFiles, writeReportFiles } from '../report-files.ts';
import { planPage, planReport, reportOptions } from './plan.ts';

export type ExplainFlags = CommonFlags & Pick<PlanFlags, 'format' | 'report' | 'summary'>;

/** Makes no call: only apply tells whether the plan can still be applied. */
export async function explainPlan(context: Context, flags: ExplainFlags, planFile: string): Promise<number> {
  const { cwd } = context.world;
  await requireReportFiles(cwd, flags.report ?? [], ['.html']);
  const saved = await readPlanFile(context, planFile);
  const options = reportOptions(context, flags);
  await writeReportFiles(context, flags.report ?? [], { '.html': () => planPage(saved, options) });
  const digest = planDigest(saved);
  const typed = {
    ...typedOf(context.world, flags),
    targets: [],
    allow: [],
    overwrite: [],
    protected: false,
    planFile,
    digest,
  };
  context.out(await planReport(context, flags, saved, { typed, ledger: undefined }));
  const now = context.world.now();
  const ends = Date.parse(saved.expiresAt) < now ? 'expired on' : 'valid until';
  context.note(
    `${terminalLine(planFile)}: created ${ago(saved.createdAt, now)}, ${ends} ${moment(saved.expiresAt)}. Digest: ${digest}`,
  );
  return EXIT.done;
}
