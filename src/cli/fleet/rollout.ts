/** `trueup fleet status`, `rollout`, `pause`, `resume`, `abort` and `retry`: shows a rollout, before or after a request of a person. */

import { UsageError } from '../../errors.ts';
import { steerFleet } from '../../fleet/index.ts';
import type { RolloutStatus, RolloutSummary } from '../../model/rollout-status.ts';
import { mention } from '../../report/command.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import { docText } from '../../report/text/render.ts';
import { statusDoc } from '../../report/text/rollout.ts';
import { rolloutsText } from '../../report/text/rollouts.ts';
import type { Context } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { allRollouts, namedRollout, type Purpose } from './named-rollout.ts';
import { readSituation, stepsAfter } from './next-steps.ts';
import { type OpenedFleet, reachFleet, withFleet } from './open.ts';
import { watchStatus } from './watch.ts';

export function status(context: Context, flags: FleetFlags, name: string | undefined): Promise<number> {
  return withFleet(context, flags, async (opened) => {
    const { read, style } = opened;
    const rollout = await namedRollout(read, name, 'show');
    if (flags.watch === true) await watchStatus(opened, rollout);
    const rollouts = name === undefined && flags.watch !== true ? await allRollouts(read) : undefined;
    if (rollouts !== undefined && flags.json !== true && flags.quiet !== true)
      context.out(`${rolloutsText(rollouts, style)}\n`);
    const isShown = flags.watch === true && flags.json === true;
    const seen = await (isShown ? read.status(rollout) : show(opened, rollout, rollouts));
    return context.signal.aborted ? EXIT.interrupted : exitOfRollouts([seen]);
  });
}

/** An uncertain account must be settled. Failed accounts and a stopped rollout need a person. */
export function exitOfRollouts(rollouts: readonly Pick<RolloutSummary, 'states' | 'phase'>[]): number {
  if (rollouts.some(({ states }) => (states.uncertain ?? 0) > 0)) return EXIT.uncertain;
  const isBad = rollouts.some(({ states, phase }) => (states.failed ?? 0) > 0 || phase === 'stopped');
  return isBad ? EXIT.partial : EXIT.done;
}

interface Requested {
  readonly name: string | undefined;
  readonly what: keyof typeof REQUESTS;
}

/** Does the request, or refuses it and names the status, which suggests the next commands. */
export function request(context: Context, flags: FleetFlags, { name, what }: Requested): Promise<number> {
  return withFleet(context, flags, async (opened) => {
    const rollout = await namedRollout(opened.read, name, what);
    const again = await REQUESTS[what](opened, rollout).catch((error: unknown) => {
      if (!(error instanceof UsageError) || !error.code.startsWith('rollout-')) throw error;
      const hint = `${error.hint ?? ''} Show the next commands: ${mention('fleet', 'status', rollout)}`.trimStart();
      throw new UsageError(error.code, error.message, { hint, cause: error });
    });
    await show(opened, rollout);
    if (typeof again === 'number' && flags.json !== true)
      context.note(`${count(again, 'account')} will be tried again.`);
    return EXIT.done;
  });
}

/** Only `retry` returns a number: of the accounts that will be tried again. */
type Request = (opened: OpenedFleet, rollout: string) => Promise<unknown>;

const REQUESTS = {
  start: async (opened, rollout) => {
    const fleet = await reachFleet(rollout, opened);
    const { waves, soak: soakMs, maxFailed: maxFailedPercent, maxUncertain, patience: patienceMs } = opened.flags;
    await fleet.rollout(rollout, { waves, soakMs, maxFailedPercent, maxUncertain, patienceMs, by: opened.by });
  },
  pause: ({ database, by }, rollout) => steerFleet(database).pause(rollout, { by }),
  resume: ({ database, by }, rollout) => steerFleet(database).resume(rollout, { by }),
  abort: ({ database, by }, rollout) => steerFleet(database).abort(rollout, { by }),
  retry: ({ database, by, flags }, rollout) => steerFleet(database).retry(rollout, flags.kind, { by }),
} as const satisfies Partial<Record<Purpose, Request>>;

async function show(
  { context, flags, read, style, typed }: OpenedFleet,
  rollout: string,
  rollouts?: readonly RolloutSummary[],
): Promise<RolloutStatus> {
  const situation = await readSituation(read, rollout);
  const { status: shown, bad } = situation;
  const steps = flags.quiet === true ? [] : stepsAfter(situation, typed);
  if (flags.json === true) context.out(json({ ...shown, ...(rollouts && { rollouts }) }));
  else context.out(docText(statusDoc(shown, style, { bad, steps }), style));
  return shown;
}
