/** `trueup fleet report`: reports everything that is known of a rollout, on stdout and as a page. */

import { fleetReport } from '../../fleet/index.ts';
import type { RolloutReport } from '../../model/rollout-report.ts';
import { json } from '../../report/documents/json.ts';
import { docText } from '../../report/text/render.ts';
import { rolloutDoc } from '../../report/text/rollout.ts';
import type { Context } from '../context.ts';
import { requireReportFiles, writeReportFiles } from '../report-files.ts';
import type { FleetFlags } from './flags.ts';
import { namedRollout } from './named-rollout.ts';
import { type OpenedFleet, withFleet } from './open.ts';
import { exitOfRollouts } from './rollout.ts';

export async function report(context: Context, flags: FleetFlags, name: string | undefined): Promise<number> {
  const files = flags.report ?? [];
  await requireReportFiles(context.world.cwd, files, ['.html']);
  return withFleet(context, flags, async (opened) => {
    const made = await fleetReport(opened.database, await namedRollout(opened.read, name, 'show'));
    await writeReportFiles(context, files, { '.html': () => page(context, made) });
    context.out(await printed(opened, made));
    return exitOfRollouts([made.status]);
  });
}

async function printed({ context, flags, style }: OpenedFleet, made: RolloutReport): Promise<string> {
  switch (flags.json === true ? 'json' : (flags.format ?? 'text')) {
    case 'json':
      return json(made);
    case 'markdown': {
      const { docMarkdown } = await import('../../report/markdown/render.ts');
      return docMarkdown(rolloutDoc(made, style), { verbose: style.verbose });
    }
    case 'html':
      return page(context, made);
    case 'text':
      return docText(rolloutDoc(made, style), { ...style, summary: flags.summary === true });
  }
}

async function page(context: Context, made: RolloutReport): Promise<string> {
  const { docHtml } = await import('../../report/html/render.ts');
  const now = context.world.now();
  return docHtml(rolloutDoc(made, { now, verbose: true }), { now });
}
