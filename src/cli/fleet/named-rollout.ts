/** Which rollout is meant: by the beginning of its id, or, where none is named, the only one that can do what is asked. */

import { UsageError } from '../../errors.ts';
import type { FleetRead } from '../../fleet/index.ts';
import { moment } from '../../model/moment.ts';
import type { Phase } from '../../model/rollout.ts';
import type { RolloutSummary } from '../../model/rollout-status.ts';
import { mention } from '../../report/command.ts';

export interface Meant {
  /** What it is asked for, as a verb: `be approved`. */
  readonly to: string;
  /** Phases in which it can. Absent: it is only read, so that the newest is meant. */
  readonly phases?: readonly Phase[];
  /** What else it has to be, where none is named. */
  readonly fits?: (summary: RolloutSummary) => boolean;
  /** Of several that fit, those that are so. */
  readonly rather?: (summary: RolloutSummary) => boolean;
}

const PAGE = 100;

/** Throws UsageError `rollout-unknown`, `rollout-ambiguous`. */
export async function namedRollout(read: FleetRead, name: string | undefined, meant: Meant): Promise<RolloutSummary> {
  const all = await allRollouts(read);
  if (name !== undefined) return byName(all, name);
  const { phases, fits = () => true, rather = () => true } = meant;
  const able = phases === undefined ? all.slice(0, 1) : all.filter((one) => phases.includes(one.phase) && fits(one));
  const preferred = able.filter(rather);
  const fitting = preferred.length > 0 ? preferred : able;
  const [only, ...others] = fitting;
  if (only === undefined) {
    throw new UsageError(
      'rollout-unknown',
      all.length === 0 ? 'There is no rollout yet.' : `No rollout can ${meant.to} now.`,
      {
        hint:
          all.length === 0
            ? `Plan the accounts of the fleet: ${mention('fleet', 'plan')}`
            : `Show all of them: ${mention('fleet', 'status')}`,
      },
    );
  }
  if (others.length > 0) throw ambiguous(`${fitting.length} rollouts can ${meant.to}.`, fitting);
  return only;
}

function byName(all: readonly RolloutSummary[], name: string): RolloutSummary {
  const found = all.filter(({ rollout }) => rollout === name || rollout.startsWith(name));
  const [only, ...others] = found;
  if (only === undefined) {
    throw new UsageError('rollout-unknown', `There is no rollout ${JSON.stringify(name)}.`, {
      hint: `Show all of them: ${mention('fleet', 'status')}`,
    });
  }
  if (others.length > 0) throw ambiguous(`${JSON.stringify(name)} is the beginning of several rollouts.`, found);
  return only;
}

const SHOWN = 5;

function ambiguous(message: string, found: readonly RolloutSummary[]): UsageError {
  const names = found.slice(0, SHOWN).map(candidate);
  const more = found.length > SHOWN ? `; ${found.length - SHOWN} more: ${mention('fleet', 'status')}` : '.';
  return new UsageError('rollout-ambiguous', message, { hint: `Name one of them: ${names.join('; ')}${more}` });
}

/** `3f9a… (review, made 2026-11-20 10:00 UTC by ann, commit 1f0c)` */
function candidate({ rollout, phase, createdAt, by, note }: RolloutSummary): string {
  const made = `made ${moment(createdAt)}${by === null ? '' : ` by ${by}`}`;
  return `${rollout} (${[phase, made, note].filter((part) => part !== '').join(', ')})`;
}

/** Whether workers run its accounts, or watch a wave of it. */
export function isUnderWay(phase: Phase): boolean {
  return phase === 'rolling' || phase === 'soaking';
}

export async function allRollouts(read: FleetRead): Promise<readonly RolloutSummary[]> {
  const found: RolloutSummary[] = [];
  for (;;) {
    const last = found.at(-1);
    const page = await read.rollouts({ limit: PAGE, ...(last && { after: last.rollout }) });
    found.push(...page);
    if (page.length < PAGE) return found;
  }
}
