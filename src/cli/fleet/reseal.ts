/** `trueup fleet reseal`: seals all tokens with the first key of the environment, so that an older one can be taken out. */

import type { Resealed } from '../../fleet/index.ts';
import { FLEET_RESEAL_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import type { Context } from '../context.ts';
import { withInstallations } from './database.ts';
import type { FleetFlags } from './flags.ts';

export async function reseal(context: Context, flags: FleetFlags): Promise<number> {
  const { resealed, failed } = await withInstallations(context, flags, untilNone);
  if (flags.json === true) {
    const failures = failed.map(({ hubId, error }) => ({ hubId, code: error.code, message: error.message }));
    context.out(json({ format: FLEET_RESEAL_FORMAT, resealed, failed: failures }));
  } else {
    context.out(`The tokens of ${count(resealed, 'account')} are sealed with the current key now.\n`);
    for (const { hubId, error } of failed) context.out(`  ! ${hubId}  ${terminalLine(error.message)}\n`);
    if (failed.length === 0) context.out('Every token opens with it: older keys can be taken out.\n');
  }
  return failed.length === 0 ? EXIT.done : EXIT.partial;
}

/** Tokens that were renewed meanwhile may be sealed with the older key of another process. */
async function untilNone(installations: { reseal(): Promise<Resealed> }): Promise<Resealed> {
  let resealed = 0;
  for (;;) {
    const round = await installations.reseal();
    resealed += round.resealed;
    if (round.resealed === 0) return { resealed, failed: round.failed };
  }
}
