/** `trueup fleet work`: runs accounts of every rollout that is under way, until a signal, or until none is left. */

import type { Fleet, FleetRead } from '../../fleet/index.ts';
import type { Phase } from '../../model/rollout.ts';
import type { RolloutSummary } from '../../model/rollout-status.ts';
import { FLEET_WORK_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import { phaseWords } from '../../report/text/rollout-words.ts';
import { rolloutsText } from '../../report/text/rollouts.ts';
import { commandLine, type Typed } from '../../report/text/typed.ts';
import { type Context, styleFor, typedOf } from '../context.ts';
import { type FleetFlags, USUAL_SLOTS } from './flags.ts';
import { allRollouts, isUnderWay } from './named-rollout.ts';
import { standingOf, stepFor } from './next-steps.ts';
import { withFleet } from './open.ts';
import { requireReady } from './require-ready.ts';
import { watchWork } from './work-progress.ts';

export interface WorkFlags extends FleetFlags {
  readonly slots: number;
  readonly untilDone?: boolean;
}

export async function work(context: Context, flags: WorkFlags): Promise<number> {
  const { ran, rollouts } = await withFleet(context, flags, async (opened) => {
    const { fleet } = opened;
    await requireReady(context, opened);
    const known = await allRollouts(fleet.read);
    const before = underWay(known);
    if (flags.quiet !== true && flags.json !== true) {
      context.note(
        `Working on ${count(before.length, 'rollout')}, ${count(flags.slots, 'account')} at a time. Ctrl-C lets what runs end.`,
      );
      for (const line of await heldUp(known, fleet.read, typedOf(context.world, flags))) context.note(line);
    }
    const { slots, untilDone = false } = flags;
    const progress = flags.quiet === true || flags.json === true ? undefined : watchWork(context, fleet.read);
    const onLeft = (left: LeftAlone): void => context.note(leftWords(left));
    const accounts = await fleet
      .work({ slots, untilDone, signal: context.signal, onLeft })
      .finally(() => progress?.end());
    const names = new Set(before.map(({ rollout }) => rollout));
    const after = await allRollouts(fleet.read);
    return { ran: accounts, rollouts: after.filter(({ rollout, phase }) => names.has(rollout) || isUnderWay(phase)) };
  });
  show(context, flags, { ran, rollouts });
  if (flags.untilDone !== true) return EXIT.done;
  return context.signal.aborted ? EXIT.interrupted : exitOfWork(rollouts);
}

const NAMED = 3;

/** Rollouts that no worker takes before a person does something, the newest first, with what that is. */
async function heldUp(known: readonly RolloutSummary[], read: FleetRead, typed: Typed): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { rollout } of known.filter(({ phase }) => HELD.includes(phase)).slice(0, NAMED)) {
    const standing = await standingOf(read, rollout);
    const next = stepFor(standing, typed);
    const command = next === undefined ? '' : `\nNext, ${next.purpose}:\n  ${next.command}`;
    lines.push(`Not worked on: rollout ${terminalLine(rollout)}. ${phaseWords(standing.status)}${command}`);
  }
  return lines;
}

const HELD: readonly Phase[] = ['review', 'paused', 'stopped'];

/** Of others a worker with those files takes care. */
type LeftAlone = NonNullable<Awaited<ReturnType<Fleet['differs']>>>;

function leftWords({ rollout, planned, own }: LeftAlone): string {
  return `Left alone: rollout ${rollout} was planned with the configuration ${planned.slice(0, 8)}, and the files here are ${own.slice(0, 8)}.`;
}

function underWay(all: readonly RolloutSummary[]): readonly RolloutSummary[] {
  return all.filter(({ phase }) => isUnderWay(phase));
}

function show(
  context: Context,
  flags: WorkFlags,
  { ran, rollouts }: { readonly ran: number; readonly rollouts: readonly RolloutSummary[] },
): void {
  if (flags.json === true) {
    context.out(json({ format: FLEET_WORK_FORMAT, ran, rollouts }));
    return;
  }
  if (flags.quiet !== true && rollouts.length > 0) context.out(rolloutsText(rollouts, styleFor(context.world, flags)));
  context.out(`${count(ran, 'account')} run.\n`);
  if (context.signal.aborted && underWay(rollouts).length > 0)
    context.note(`To go on:\n  ${commandLine(['fleet', 'work', ...again(flags)], typedOf(context.world, flags))}`);
}

/** What was typed of its own flags. */
function again({ slots, untilDone }: WorkFlags): readonly string[] {
  return [
    ...(slots === USUAL_SLOTS ? [] : ['--slots', String(slots)]),
    ...(untilDone === true ? ['--until-done'] : []),
  ];
}

function exitOfWork(rollouts: readonly RolloutSummary[]): number {
  if (rollouts.some(({ states }) => (states.uncertain ?? 0) > 0)) return EXIT.uncertain;
  const isBad = rollouts.some(({ states, phase }) => (states.failed ?? 0) > 0 || phase === 'stopped');
  return isBad ? EXIT.partial : EXIT.done;
}
