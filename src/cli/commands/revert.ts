/** `trueup revert`: plans the revert of a run, shows it, asks and applies it; or saves it for apply. */

import { defined } from '../../contract/defined.ts';
import type { Reconciler } from '../../index.ts';
import type { ConsentFlags } from '../consent.ts';
import type { Context } from '../context.ts';
import { planOptions } from '../flags.ts';
import { OVERTAKEN } from '../lock-wait.ts';
import { applyMade } from './apply.ts';
import { planMade } from './plan.ts';

export interface RevertFlags extends ConsentFlags {
  readonly out?: string;
}

export async function revert(context: Context, flags: RevertFlags, run: string | undefined): Promise<number> {
  const make = (reconciler: Reconciler) => reconciler.revert({ ...planOptions(flags), ...defined({ run }) });
  if (flags.out !== undefined) return planMade(context, flags, make);
  // Without a name it means the last run, which is another one once a faster run wrote the ledger.
  return applyMade(context, flags, make, run === undefined ? [] : OVERTAKEN);
}
