/** `trueup plan`: shows the changes, saves them when asked. Writes nothing to the account. */

import { resolve } from 'node:path';
import type { Plan } from '../../model/plan.ts';
import { planHtml } from '../../report/html.ts';
import { planJson } from '../../report/json.ts';
import { planMarkdown } from '../../report/markdown.ts';
import { moment } from '../../report/text/age.ts';
import type { Invocation } from '../../report/text/next.ts';
import { countsText, isEmpty, planText } from '../../report/text/plan.ts';
import { type Context, styleFor } from '../context.ts';
import { exitOfPlan } from '../exit.ts';
import { type PlanFlags, planOptions } from '../flags.ts';
import { invocationOf, withReconciler } from '../open.ts';
import { savePrivately } from '../save.ts';

export async function plan(context: Context, flags: PlanFlags & { readonly out?: string }): Promise<number> {
  const { made, typed } = await withReconciler(context, flags, async (reconciler) => ({
    made: await reconciler.plan(planOptions(flags)),
    typed: invocationOf(flags, reconciler, flags.out),
  }));
  if (flags.out !== undefined) await savePrivately(resolve(context.world.cwd, flags.out), planJson(made, true));
  context.out(planReport(context, flags, made, typed));
  if (flags.out !== undefined) context.note(`Saved to ${flags.out}, valid until ${moment(made.expiresAt)}.`);
  return exitOfPlan(made, flags.detailedExitcode === true);
}

export function planReport(context: Context, flags: PlanFlags, made: Plan, typed?: Invocation): string {
  const options = { verbose: flags.verbose === true, now: context.world.now() };
  switch (flags.json === true ? 'json' : (flags.format ?? 'text')) {
    case 'json':
      return planJson(made, options.verbose);
    case 'markdown':
      return planMarkdown(made, options);
    case 'html':
      return planHtml(made, options);
    case 'text':
      if (flags.quiet === true) return `${isEmpty(made) ? 'Nothing to do' : countsText(made)}.\n`;
      return planText(made, { ...styleFor(context.world, flags), ...context.excerpts() }, typed);
  }
}
