/** `trueup drift`: compares the account with what was last applied. */

import type { DriftReport } from '../../model/drift.ts';
import { json } from '../../report/documents/json.ts';
import { exitOfDrift } from '../../report/exit.ts';
import { driftDoc } from '../../report/text/drift.ts';
import { count } from '../../report/text/layout.ts';
import type { Invocation } from '../../report/text/next.ts';
import { docText } from '../../report/text/render.ts';
import { buildStyle, type Context } from '../context.ts';
import type { DriftFlags } from '../flags.ts';
import { buildInvocation, withReconciler } from '../open.ts';
import { inForm, requireReportFiles, writeReportFiles } from '../report-files.ts';

export async function drift(context: Context, flags: DriftFlags): Promise<number> {
  const { cwd } = context.world;
  const reports = flags.report ?? [];
  await requireReportFiles(cwd, reports, ['.html']);
  const { report, typed } = await withReconciler(context, flags, async (reconciler) => ({
    report: await reconciler.drift(),
    typed: buildInvocation(context, flags, reconciler),
  }));
  await writeReportFiles(context, reports, { '.html': () => page(context, flags, report, typed) });
  context.out(await printed(context, flags, report, typed));
  return exitOfDrift(report);
}

function printed(context: Context, flags: DriftFlags, report: DriftReport, typed: Invocation): Promise<string> {
  const verbose = flags.verbose === true;
  return inForm(flags, {
    json: () => json(report),
    markdown: async () => (await import('../../report/markdown/render.ts')).docMarkdown(driftDoc(report)),
    html: () => page(context, flags, report, typed),
    brief: () => {
      const { drifted, inSync, unverifiable, foreign } = report.summary;
      const others = foreign === 0 ? '' : `, ${foreign} with additions of others`;
      const open = report.open === undefined ? '' : `, ${count(report.open.length, 'open call')}`;
      return `${drifted} drifted, ${inSync} in sync, ${unverifiable} not verifiable${others}${open}.\n`;
    },
    text: () =>
      docText(driftDoc(report, { verbose, typed }), { ...buildStyle(context.world, flags), ...context.excerpts() }),
  });
}

async function page(
  context: Context,
  flags: DriftFlags,
  report: DriftReport,
  { hold = false }: Invocation,
): Promise<string> {
  const { docHtml } = await import('../../report/html/render.ts');
  const now = context.world.now();
  return docHtml(driftDoc(report, { verbose: flags.verbose === true, now, hold }), { now });
}
