/** What to type next for what a rollout waits for: after its status, and where it cannot do what was asked. */

import { UsageError } from '../../errors.ts';
import type { FleetRead } from '../../fleet/index.ts';
import type { TargetState } from '../../model/rollout.ts';
import type { AccountGroup } from '../../model/rollout-report.ts';
import type { RolloutStatus } from '../../model/rollout-status.ts';
import { mention } from '../../report/command.ts';
import type { Step } from '../../report/text/next.ts';
import { commandLine, type Typed } from '../../report/text/typed.ts';

/** A rollout with the accounts that somebody may have to do something about. */
export interface Standing {
  readonly status: RolloutStatus;
  readonly bad: readonly AccountGroup[];
}

/** One that was passed over, or whose plan is another one by now, did not get what was approved, or a part of it alone. */
const BAD: readonly TargetState[] = ['failed', 'uncertain', 'skipped', 'moved'];

export async function standingOf(read: FleetRead, rollout: string): Promise<Standing> {
  const status = await read.status(rollout);
  const isThere = BAD.some((state) => (status.states[state] ?? 0) > 0);
  const groups = isThere ? await read.groups(rollout) : [];
  return { status, bad: groups.filter(({ state }) => BAD.includes(state)) };
}

export function stepsAfterStatus(standing: Standing, typed: Typed): readonly Step[] {
  return nextOf(standing).map(({ words, purpose }) => ({ command: commandLine(words, typed), purpose }));
}

/** The one that matters most: the last, unless other rollouts are to be thought of first. */
export function stepFor(standing: Standing, typed: Typed): Step | undefined {
  const steps = stepsAfterStatus(standing, typed);
  const { newer, underWay } = standing.status;
  return newer === null && underWay.length === 0 ? steps.at(-1) : steps[0];
}

/** Does what is asked of a rollout. Where it is refused, the hint says what to type instead. */
export async function asked<T>(read: FleetRead, rollout: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UsageError) || !REFUSED.has(error.code)) throw error;
    const next = nextOf(await standingOf(read, rollout));
    if (next.length === 0) throw error;
    const ways = next.map(({ words, purpose }) => `Next, ${purpose}: ${mention(...words)}`);
    throw new UsageError(error.code, error.message, { hint: ways.join(' '), cause: error });
  }
}

const REFUSED: ReadonlySet<string> = new Set(['rollout-refused', 'rollout-superseded', 'rollout-under-way']);

interface Next {
  readonly words: readonly string[];
  readonly purpose: string;
}

/** Accounts that a command names: more are found in the report. */
const NAMED = 10;

const PUT_BACK = 'to end it, as another rollout puts it back';

/** Nothing while it goes on by itself. */
function nextOf({ status, bad }: Standing): readonly Next[] {
  const { rollout, waitsFor, states, phase, revertedBy } = status;
  if (revertedBy !== null) return waitsFor === null ? [] : [{ words: ['fleet', 'abort', rollout], purpose: PUT_BACK }];
  switch (waitsFor?.what) {
    case 'replan':
      return [
        {
          words: ['fleet', 'plan', '--resume', rollout],
          purpose: 'to plan its accounts again, once the reasons are gone',
        },
        { words: ['fleet', 'abort', rollout], purpose: 'to end it instead' },
      ];
    case 'approval':
      if ((states.planning ?? 0) > 0) return [];
      return [
        ...ended(status),
        ...olderEnded(status),
        { words: ['fleet', 'clusters', rollout], purpose: 'to see what it changes' },
        { words: ['fleet', 'approve', rollout, '--all'], purpose: 'to approve the clusters that lose nothing' },
      ];
    case 'start':
      if ((states.planning ?? 0) > 0) return [];
      return [...ended(status), ...olderEnded(status), startOf(status)];
    case 'worker':
      return [...ended(status), { words: ['fleet', 'work', '--until-done'], purpose: 'to run its accounts' }];
    case 'person':
      return phase === 'stopped' && status.errorBudget.spent !== null
        ? [...ended(status), ...afterStop(rollout, bad)]
        : [...ended(status), { words: ['fleet', 'resume', rollout], purpose: 'to go on' }];
    default:
      return phase === 'aborted' ? afterAbort(status) : ended(status);
  }
}

/** It never goes on: what it did may be put back, and what it did not do is planned anew. */
function afterAbort({ rollout, kind, reverts, states }: RolloutStatus): readonly Next[] {
  const { applied = 0, uncertain = 0 } = states;
  const again = kind === 'revert' && reverts !== null ? ['revert', reverts] : [kind === 'drift' ? 'drift' : 'plan'];
  return [
    ...(applied + uncertain === 0
      ? []
      : [{ words: ['fleet', 'revert', rollout], purpose: 'to put back what it changed' }]),
    { words: ['fleet', ...again], purpose: 'to plan again what it did not do' },
  ];
}

/** What a reply left open, and no read tells, is open for every account that shares it: whoever tries again is uncertain too. */
function openIn(hubId: number): Next {
  return {
    words: ['ledger', 'list', '--hub-id', String(hubId)],
    purpose: 'to see which calls are open, and settle those that only a person can',
  };
}

function ended({ rollout, newer }: RolloutStatus): readonly Next[] {
  return newer === null
    ? []
    : [{ words: ['fleet', 'abort', rollout], purpose: 'to end it, as a newer one has its accounts' }];
}

/** What is under way would go on with the accounts of both that this one has not taken by then. */
export function olderEnded({ underWay }: Pick<RolloutStatus, 'underWay'>): readonly Next[] {
  return underWay.map((one) => ({
    words: ['fleet', 'abort', one.rollout],
    purpose: `to end an older rollout that is ${one.phase} and has accounts of this one left to run`,
  }));
}

function startOf({ rollout, newer, underWay }: RolloutStatus): Next {
  const meant = [
    ...(newer === null ? [] : [{ flag: '--although-newer', why: 'there is a newer one' }]),
    ...(underWay.length === 0 ? [] : [{ flag: '--although-under-way', why: 'an older one is under way' }]),
  ];
  const although = meant.length === 0 ? '' : ` although ${meant.map(({ why }) => why).join(' and ')}`;
  return {
    words: ['fleet', 'rollout', rollout, ...meant.map(({ flag }) => flag)],
    purpose: `to start the first wave${although}`,
  };
}

function afterStop(rollout: string, bad: readonly AccountGroup[]): readonly Next[] {
  const of = (state: TargetState) => bad.filter((one) => one.state === state).flatMap(({ hubIds }) => hubIds);
  const failed = of('failed');
  const [uncertain] = of('uncertain');
  const pause = ['fleet', 'accounts', '--pause', ...failed.slice(0, NAMED).map(String)];
  return [
    ...(failed.length === 0 ? [] : [{ words: pause, purpose: 'to leave out those that will fail again' }]),
    ...(uncertain === undefined ? [] : [openIn(uncertain)]),
    {
      words: ['fleet', 'retry', rollout],
      purpose:
        uncertain === undefined
          ? 'to try the others again; then it can be resumed'
          : 'to try the others again, once nothing is open; then it can be resumed',
    },
  ];
}
