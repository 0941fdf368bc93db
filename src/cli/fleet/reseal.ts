/** Runs `trueup fleet accounts --reseal`, which seals all tokens with the current key, so that an older key can be removed. */

import { systemClock } from '../../client/index.ts';
import type { Installations } from '../../fleet/index.ts';
import { FLEET_RESEAL_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import type { Context } from '../context.ts';
import { withInstallations } from './database.ts';
import type { FleetFlags } from './flags.ts';

export async function reseal(context: Context, flags: FleetFlags): Promise<number> {
  const { resealed, waiting, failed } = await withInstallations(context, flags, (known) =>
    untilNone(known, context.signal),
  );
  if (flags.json === true) {
    const failures = failed.map(({ hubId, error }) => ({ hubId, code: error.code, message: error.message }));
    context.out(json({ format: FLEET_RESEAL_FORMAT, resealed, waiting, failed: failures }));
  } else {
    context.out(`The tokens of ${count(resealed, 'account')} are sealed with the current key now.\n`);
    for (const { hubId, error } of failed) context.out(`  ! ${hubId}  ${terminalLine(error.message)}\n`);
    if (waiting > 0) context.out(`The tokens of ${count(waiting, 'account')} are being renewed: run it again.\n`);
    if (failed.length + waiting === 0) context.out('Every token opens with it: older keys can be taken out.\n');
  }
  return failed.length + waiting === 0 ? EXIT.done : EXIT.partial;
}

/** Longer than the tokens of an account stay reserved for a process that was killed while it renewed them. */
const PATIENCE_ROUNDS = 90;
const PAUSE_MS = 1000;

/** Tokens that were renewed meanwhile may be sealed with the older key of another process. */
async function untilNone(installations: Installations, signal: AbortSignal): ReturnType<Installations['reseal']> {
  let resealed = 0;
  for (let rounds = 1; ; rounds += 1) {
    const round = await installations.reseal();
    resealed += round.resealed;
    const isOver = round.waiting === 0 ? round.resealed === 0 : rounds >= PATIENCE_ROUNDS || signal.aborted;
    if (isOver) return { ...round, resealed };
    if (round.waiting > 0) await systemClock.sleep(PAUSE_MS, signal).catch(() => undefined);
  }
}
