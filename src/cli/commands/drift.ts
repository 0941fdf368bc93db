/** `trueup drift`: the account against what was last applied. */

import { exitOfDrift } from '../../report/exit.ts';
import { driftJson } from '../../report/json.ts';
import { driftText } from '../../report/text/drift.ts';
import { type Context, styleFor } from '../context.ts';
import type { CommonFlags } from '../flags.ts';
import { withReconciler } from '../open.ts';

export async function drift(context: Context, flags: CommonFlags): Promise<number> {
  const report = await withReconciler(context, flags, (reconciler) => reconciler.drift());
  const { drifted, inSync, unverifiable } = report.summary;
  if (flags.json === true) context.out(driftJson(report));
  else if (flags.quiet === true) {
    context.out(`${drifted} drifted, ${inSync} in sync, ${unverifiable} not verifiable.\n`);
  } else context.out(driftText(report, { ...styleFor(context.world, flags), ...context.excerpts() }));
  return exitOfDrift(report);
}
