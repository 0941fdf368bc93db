/** `trueup fleet report`: reports everything that is known of a rollout, on stdout and as a page. */

import { fleetReport } from '../../fleet/index.ts';
import type { RolloutReport } from '../../model/rollout-report.ts';
import { rolloutReportJson } from '../../report/documents/json.ts';
import { rolloutText } from '../../report/text/rollout.ts';
import { type Context, styleFor } from '../context.ts';
import { requireReportFiles, writeReportFiles } from '../report-files.ts';
import type { FleetFlags } from './flags.ts';
import { namedRollout } from './named-rollout.ts';
import { withFleet } from './open.ts';
import { exitOfRollouts } from './status.ts';

export interface ReportFlags extends FleetFlags {
  readonly format?: 'text' | 'json' | 'markdown' | 'html';
  readonly report?: readonly string[];
  readonly summary?: boolean;
}

export async function report(context: Context, flags: ReportFlags, name: string | undefined): Promise<number> {
  const files = flags.report ?? [];
  await requireReportFiles(context.world.cwd, files, ['.html']);
  const made = await withFleet(context, flags, async ({ database, read }) =>
    fleetReport(database, await namedRollout(read, name, 'show')),
  );
  await writeReportFiles(context, files, { '.html': () => page(context, made) });
  context.out(await printed(context, flags, made));
  return exitOfRollouts([made.status]);
}

async function printed(context: Context, flags: ReportFlags, made: RolloutReport): Promise<string> {
  switch (flags.json === true ? 'json' : (flags.format ?? 'text')) {
    case 'json':
      return rolloutReportJson(made);
    case 'markdown': {
      const { rolloutMarkdown } = await import('../../report/markdown/rollout.ts');
      return rolloutMarkdown(made, { now: context.world.now(), verbose: flags.verbose === true });
    }
    case 'html':
      return page(context, made);
    case 'text':
      return rolloutText(made, { ...styleFor(context.world, flags), summary: flags.summary === true });
  }
}

async function page(context: Context, made: RolloutReport): Promise<string> {
  const { rolloutHtml } = await import('../../report/html/rollout.ts');
  return rolloutHtml(made, { now: context.world.now() });
}
