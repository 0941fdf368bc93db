/** Suggests the next commands for a rollout: one table for its status and for its clusters. */

import type { FleetRead } from '../../fleet/index.ts';
import type { Awaited, TargetState } from '../../model/rollout.ts';
import type { AccountGroup } from '../../model/rollout-report.ts';
import type { ReviewedCluster, RolloutStatus } from '../../model/rollout-status.ts';
import { DIGITS } from '../../report/text/clusters.ts';
import type { Step } from '../../report/text/next.ts';
import { commandLine, type Typed } from '../../report/text/typed.ts';

export interface Situation {
  readonly status: RolloutStatus;
  /** Accounts that missed an approved change. */
  readonly bad: readonly AccountGroup[];
  /** Present if the clusters are printed above the steps. */
  readonly reviewed?: { readonly clusters: readonly ReviewedCluster[]; readonly isOverThreshold: boolean };
}

const BAD: readonly TargetState[] = ['failed', 'uncertain', 'skipped', 'moved'];

export async function readSituation(read: FleetRead, rollout: string): Promise<Situation> {
  const status = await read.status(rollout);
  const hasBad = BAD.some((state) => (status.states[state] ?? 0) > 0);
  const groups = hasBad ? await read.groups(rollout) : [];
  return { status, bad: groups.filter(({ state }) => BAD.includes(state)) };
}

export function stepsAfter(situation: Situation, typed: Typed): readonly Step[] {
  return listRows(situation)
    .filter(([condition]) => condition)
    .map(([, command, purpose]) => ({ command: commandLine(command.split(' '), typed), purpose }));
}

/** A step is suggested if its condition is true. */
type Row = readonly [condition: boolean, command: string, purpose: string];

/** Accounts and clusters that a command names. The report names all. */
const NAMED = 10;

function listRows({ status, bad, reviewed }: Situation): readonly Row[] {
  const { rollout, kind, phase, states, waitsFor, overlap, revertedBy, errorBudget } = status;
  if (revertedBy !== null)
    return [[waitsFor !== null, `fleet abort ${rollout}`, 'to end it, as another rollout puts it back']];
  const isPlanned = (states.planning ?? 0) === 0;
  const isReview = phase === 'review' && isPlanned;
  const waits = (what: Awaited): boolean => waitsFor?.what === what && isPlanned;
  const isSpent = waits('person') && errorBudget.spent !== null;
  const hubIds = (state: TargetState) => bad.filter((group) => group.state === state).flatMap((group) => group.hubIds);
  const [failed, [uncertain]] = [hubIds('failed'), hubIds('uncertain')];
  return [
    [overlap?.newer === true, `fleet abort ${rollout}`, 'to end it, as a newer one has its accounts'],
    [
      overlap?.newer === false && overlap.phase !== 'aborted',
      `fleet abort ${overlap?.rollout}`,
      'to end an older rollout that has accounts of this one',
    ],
    [
      waits('replan') || (isReview && failed.length > 0),
      `fleet plan --resume ${rollout}`,
      'to plan its accounts again, once the reasons are gone',
    ],
    [waits('replan'), `fleet abort ${rollout}`, 'to end it instead'],
    [
      isReview && (states.waiting ?? 0) > 0 && reviewed === undefined,
      `fleet clusters ${rollout}`,
      'to see what it changes',
    ],
    ...((isReview || kind === 'drift') && reviewed !== undefined ? rowsOfClusters(rollout, reviewed) : []),
    [
      waits('start') && overlap === null && (reviewed === undefined || reviewed.clusters.some(isApproved)),
      `fleet rollout ${rollout}`,
      'to start the first wave',
    ],
    [waits('worker'), 'fleet work --until-done', 'to run its accounts'],
    [
      isSpent && failed.length > 0,
      `fleet accounts --pause ${failed.slice(0, NAMED).join(' ')}`,
      'to leave out those that will fail again',
    ],
    // An open call of an app is open for all its accounts, so any of them can settle it.
    [isSpent && uncertain !== undefined, `ledger list --hub-id ${uncertain}`, 'to see and settle the open calls'],
    [isSpent, `fleet retry ${rollout}`, 'to try the others again; then it can be resumed'],
    [waits('person') && !isSpent, `fleet resume ${rollout}`, 'to go on'],
    [
      phase === 'aborted' && (states.applied ?? 0) + (states.uncertain ?? 0) > 0,
      `fleet revert ${rollout}`,
      'to put back what it changed',
    ],
    [phase === 'aborted' && kind === 'apply', 'fleet plan', 'to plan again what it did not do'],
  ];
}

/** A cluster without changes is always approved and does not count. */
function isApproved({ standing, accounts, waiting }: ReviewedCluster): boolean {
  return standing !== 'empty' && accounts > waiting;
}

function rowsOfClusters(rollout: string, { clusters, isOverThreshold }: NonNullable<Situation['reviewed']>) {
  const open = clusters.filter(
    ({ standing, waiting }) => standing === 'drifted' || (standing !== 'empty' && waiting > 0),
  );
  const names = (of: ReviewedCluster['standing']) =>
    open.filter(({ standing }) => standing === of).map(({ shape }) => shape.slice(0, DIGITS));
  const [safe, risky, drifted] = [names('safe'), names('risky'), names('drifted')];
  const [first] = open;
  const rows: readonly Row[] = [
    [
      first !== undefined,
      `fleet sample ${rollout} ${first?.shape.slice(0, DIGITS)}`,
      'to see the whole plan of one account of a cluster',
    ],
    [drifted.length > 0, `fleet report ${rollout}`, 'to see which accounts have drifted'],
    [
      !isOverThreshold && safe.length > 0,
      `fleet approve ${rollout} --all`,
      'to approve the clusters that lose nothing',
    ],
    [
      !isOverThreshold && risky.length > 0,
      `fleet approve ${rollout} ${risky.slice(0, NAMED).join(' ')}`,
      'to approve by name what loses something',
    ],
  ];
  return rows;
}
