/** Words for rollouts: phases, states of accounts, waits and events, one table each. */

import { moment, momentToSecond } from '../../model/moment.ts';
import type { AskedFor, Awaited, Phase, Standing, TargetState } from '../../model/rollout.ts';
import { TARGET_STATES } from '../../model/rollout.ts';
import type { AccountGroup, RolloutEvent } from '../../model/rollout-report.ts';
import type {
  AccountsByState,
  ReviewedCluster,
  RolloutStatus,
  RolloutSummary,
  WaveStatus,
} from '../../model/rollout-status.ts';
import { count } from './layout.ts';
import type { Sign } from './words.ts';

export const STATE_SIGNS: Readonly<Record<TargetState, Sign>> = {
  planning: { symbol: '.', ink: 'dim' },
  waiting: { symbol: '.', ink: 'dim' },
  approved: { symbol: '.', ink: 'dim' },
  running: { symbol: '>', ink: 'strong' },
  deferred: { symbol: '~', ink: 'warning' },
  applied: { symbol: '+', ink: 'added' },
  unchanged: { symbol: '=', ink: 'added' },
  drifted: { symbol: '~', ink: 'warning' },
  unverified: { symbol: '?', ink: 'warning' },
  moved: { symbol: '~', ink: 'warning' },
  skipped: { symbol: '.', ink: 'dim' },
  failed: { symbol: '!', ink: 'error' },
  uncertain: { symbol: '?', ink: 'error' },
};

const STATE_WORDS: Readonly<Record<TargetState, string>> = {
  planning: 'it is being planned',
  waiting: 'its cluster is not approved',
  approved: 'to be run when its wave is open',
  running: 'a worker has it',
  deferred: 'put off until a later time',
  applied: 'all changes were made',
  unchanged: 'there was nothing to change',
  drifted: 'it is not as it was last applied',
  unverified: 'it could not be compared as a whole',
  moved: 'its plan has changed and is in no approved cluster; nothing was changed',
  skipped: 'revoked, uninstalled or paused, or the rollout was aborted',
  failed: 'it was refused, or put off for too long',
  uncertain: 'it is unknown whether a call took effect',
};

export const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  empty: 'changes nothing',
  safe: 'loses nothing',
  risky: 'loses values or options, or needed consent',
  blocked: 'cannot be applied',
  drifted: 'is not as it was last applied',
  unverified: 'could not be compared as a whole',
};

const PHASE_WORDS: Readonly<Record<Phase, string>> = {
  planning: 'Accounts are being planned',
  review: 'It is planned and not started',
  rolling: 'It is under way',
  soaking: 'A wave has ended and is being watched',
  paused: 'It is paused',
  stopped: 'It has stopped',
  aborted: 'It was aborted',
  done: 'It is done',
};

const AWAITED_WORDS: Readonly<Record<Awaited, string>> = {
  plans: 'It goes to review when all accounts are planned',
  approval: 'A person has to approve clusters',
  replan: 'No account has a plan that could be approved: a person has to plan them again, or abort it',
  start: 'A person has to start the first wave',
  accounts: 'Accounts are being run',
  later: 'Every account that is left in the open waves was put off',
  worker: 'Nothing is being run: a worker with the files that it was planned with has to take it on',
  soak: 'The next wave starts after the watch',
  person: 'A person has to resume it',
};

/** `Rollout r1 of commit 1f0c`; unescaped, as everything here. */
export function rolloutTitle({ rollout, kind, reverts, note }: RolloutSummary): string {
  const of = note === '' ? '' : ` of ${note}`;
  switch (kind) {
    case 'apply':
      return `Rollout ${rollout}${of}`;
    case 'revert':
      return `Rollout ${rollout}: revert of rollout ${reverts ?? 'unknown'}`;
    case 'drift':
      return `Drift of the fleet ${rollout}${of}`;
  }
}

/** Returns the phase and the next step, as sentences. */
export function phaseWords(status: RolloutStatus): string {
  const { waitsFor } = status;
  return `${reachedWords(status)}${waitsFor === null ? '' : ` ${awaitedWords(status, waitsFor)}.`}${revertedWords(status)}${overlapWords(status)}`;
}

/** `It is under way, in wave 1 of 2. 3 applied, 1 failed` */
export function progressWords(status: RolloutStatus): string {
  return `${reachedWords(status)} ${statesText(status.states)}`.trimEnd();
}

function reachedWords(status: RolloutStatus): string {
  const { phase, wave, waves, errorBudget } = status;
  const at = wave === 0 || phase === 'done' ? '' : `, in wave ${wave} of ${waves.length}`;
  return `${stageWords(status)}${at}.${errorBudget.spent === null ? '' : ` ${errorBudget.spent}.`}`;
}

function stageWords({ phase, kind, waitsFor, errorBudget, states }: RolloutStatus): string {
  if (phase === 'stopped' && errorBudget.spent !== null) return 'It has stopped: its error budget is spent';
  if (phase !== 'done') return PHASE_WORDS[phase];
  if (kind === 'drift') return comparedWords(states);
  return waitsFor === null ? PHASE_WORDS.done : 'It has ended, and accounts are to be tried again';
}

function comparedWords(states: AccountsByState): string {
  const left = (states.skipped ?? 0) + (states.failed ?? 0);
  const compared =
    left === 0 ? 'All accounts' : `${countAccounts(states) - left} of ${count(countAccounts(states), 'account')}`;
  return `${compared} were compared; nothing was changed`;
}

function awaitedWords(
  { phase, errorBudget, revertedBy, states }: RolloutStatus,
  { what, until }: NonNullable<RolloutStatus['waitsFor']>,
): string {
  if (what === 'person' && revertedBy !== null) return 'A person has to abort it';
  if (phase === 'stopped' && errorBudget.spent !== null)
    return `A person has to ${mendedWords(states)}retry them, and resume it`;
  return until === null ? AWAITED_WORDS[what] : `${AWAITED_WORDS[what]}, until ${momentToSecond(until)}`;
}

function mendedWords({ failed = 0, uncertain = 0 }: AccountsByState): string {
  const mended = failed === 0 ? '' : 'mend or pause the accounts that failed, ';
  return uncertain === 0 ? mended : `${mended}settle the open calls of the accounts that are uncertain, `;
}

function revertedWords({ revertedBy }: RolloutStatus): string {
  if (revertedBy === null) return '';
  const { rollout, phase } = revertedBy;
  return ` Rollout ${rollout} ${phase === 'aborted' ? 'has put a part of it back, or is about to' : 'puts it back'} (${phase}).`;
}

/** Names the rollout that must end before this one starts. */
export function overlapWords({ overlap }: Pick<RolloutStatus, 'overlap'>): string {
  if (overlap === null) return '';
  const { rollout, phase, newer, accounts } = overlap;
  const its = `${count(accounts, 'account')} of this one`;
  return newer
    ? ` Rollout ${rollout} is newer and has ${its}.`
    : ` Rollout ${rollout} is ${phase} and has ${its} left to run.`;
}

const ASKED_WORDS: Readonly<Record<AskedFor, string>> = {
  start: 'Started',
  pause: 'Paused',
  resume: 'Resumed',
  abort: 'Aborted',
};

/** `Paused by ann`. */
export function askedWords({ what, by }: NonNullable<RolloutStatus['asked']>): string {
  return `${ASKED_WORDS[what]}${by === null ? '' : ` by ${by}`}`;
}

/** Returns for example `put back by rollout r2 (review)`, or an empty text. */
export function putBackWords(by: RolloutSummary['revertedBy']): string {
  if (by === null) return '';
  return `put back${by.phase === 'aborted' ? ' in part' : ''} by rollout ${by.rollout} (${by.phase})`;
}

/** Orders the states as accounts pass through them. */
export function listStates(states: AccountsByState): readonly (readonly [TargetState, number])[] {
  return TARGET_STATES.flatMap((state) => {
    const amount = states[state] ?? 0;
    return amount === 0 ? [] : [[state, amount] as const];
  });
}

/** `96 applied, 2 failed`. */
export function statesText(states: AccountsByState): string {
  return listStates(states)
    .map(([state, amount]) => `${amount} ${state}`)
    .join(', ');
}

export function countAccounts(states: AccountsByState): number {
  return listStates(states).reduce((sum, [, amount]) => sum + amount, 0);
}

/** Returns the times of a wave. */
export function waveTimes({ startedAt, endedAt, accounts }: WaveStatus): string {
  if (startedAt === null) return accounts === 0 ? 'not started, its accounts are not chosen yet' : 'not started';
  return endedAt === null ? `since ${moment(startedAt)}` : `${moment(startedAt)} to ${moment(endedAt)}`;
}

/** `Cluster 3f9a01c2: 290 accounts, safe`. */
export function clusterTitle({ shape, accounts, standing }: ReviewedCluster): string {
  return `Cluster ${shape.slice(0, 8)}: ${count(accounts, 'account')}, ${standing}`;
}

/** Names the approver, and the number of accounts that were planned later and need another approval. Returns undefined without approval. */
export function describeApprover({ approvedBy, waiting }: ReviewedCluster): string | undefined {
  if (approvedBy === null) return undefined;
  return waiting === 0 ? approvedBy : `${approvedBy}, but for ${count(waiting, 'account')} planned since`;
}

/** Returns the notes that a person needs first. */
export function clusterNotes(cluster: ReviewedCluster): string {
  const { standing, severities, risks, sampleHub } = cluster;
  const grave = [...severities, ...risks];
  const approver = describeApprover(cluster);
  return [
    `It ${STANDING_WORDS[standing]}${grave.length === 0 ? '' : ` (${grave.join(', ')})`}.`,
    approver === undefined ? '' : ` Approved by ${approver}.`,
    ` Shown is account ${sampleHub}.`,
  ].join('');
}

/** `failed (auth): The token was refused.` */
export function groupTitle({ state, because, message }: AccountGroup): string {
  return `${state}${because === null ? '' : ` (${because})`}: ${message ?? STATE_WORDS[state]}`;
}

/** Words for events; `#` is replaced by the wave. */
const EVENT_WORDS: Readonly<Record<string, string>> = {
  plan: 'planning started',
  planned: 'planned',
  compared: 'compared',
  revert: 'another rollout is to put it back',
  approve: 'approved',
  start: 'started',
  'start-wave': 'wave # started',
  'wave-ended': 'wave # ended',
  'budget-spent': 'stopped, the error budget is spent',
  pause: 'paused',
  resume: 'resumed',
  abort: 'aborted',
  retry: 'tried again',
  done: 'done',
};

/** `wave 2 started`; one of a kind that is not known here is told by its kind. */
export function eventWords({ kind, wave, by, message }: RolloutEvent): string {
  const known = Object.hasOwn(EVENT_WORDS, kind) ? EVENT_WORDS[kind] : undefined;
  const fallback = `${kind.replaceAll('-', ' ')}${wave === null ? '' : `, wave ${wave}`}`;
  const who = by === null ? '' : ` by ${by}`;
  return `${known?.replace('#', String(wave)) ?? fallback}${who}${message === null ? '' : `: ${message}`}`;
}
