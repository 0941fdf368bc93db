/** A rollout as a report: status, waves, clusters with their changes, accounts by result, and events. */

import { DRIFT_FORMAT } from '../../model/drift.ts';
import { ago, moment } from '../../model/moment.ts';
import type { FailedFor } from '../../model/rollout.ts';
import type { AccountGroup, ReportedCluster, RolloutReport } from '../../model/rollout-report.ts';
import type { RolloutStatus } from '../../model/rollout-status.ts';
import { isEmpty } from './counts.ts';
import { type Block, type Doc, type Fact, type Grade, type Inline, type Item, type List, strong } from './doc.ts';
import { driftRow, hasDrifted } from './drift.ts';
import { count } from './layout.ts';
import type { Step } from './next.ts';
import { CHANGE_FACETS, changeBlocks } from './plan.ts';
import {
  askedWords,
  clusterNotes,
  clusterTitle,
  countAccounts,
  eventWords,
  groupTitle,
  listStates,
  phaseWords,
  rolloutTitle,
  STATE_SIGNS,
  statesText,
  waveTimes,
} from './rollout-words.ts';

export interface RolloutDocOptions {
  /** Milliseconds since the epoch, for `3 days ago`. */
  readonly now: number;
  /** Shows every cluster and every account. */
  readonly verbose: boolean;
}

/** Clusters shown without --verbose. A cluster that loses something or cannot be applied is always shown. */
const CLUSTERS_SHOWN = 10;

export function rolloutDoc(report: RolloutReport, options: RolloutDocOptions): Doc {
  const { status, clusters, accounts, events, findings } = report;
  const shown = clusters.filter(
    ({ standing }, at) => at < CLUSTERS_SHOWN || options.verbose || standing === 'risky' || standing === 'blocked',
  );
  const left = clusters.length - shown.length;
  const more = [`... ${count(left, 'more cluster')} (--verbose lists them)`];
  const told = accounts.filter((group) => options.verbose || isTold(group));
  return {
    ...statusDoc(status, options),
    findings: [{ items: findings }],
    rows: {
      title: 'Changes',
      facets: CHANGE_FACETS,
      folds: true,
      blocks: [
        ...shown.map((cluster) => clusterBlock(cluster, options)),
        ...(left === 0 ? [] : [{ notes: more, rows: [] }]),
      ],
    },
    history: [
      { title: 'Accounts', items: told.map((group) => groupItem(group)) },
      {
        title: 'Events',
        items: events.map((event) => ({ text: `${moment(event.at)}  ${eventWords(event)}` })),
      },
    ],
  };
}

/** `bad` has accounts that may need a person, with the next steps. */
export function statusDoc(
  status: RolloutStatus,
  { now }: Pick<RolloutDocOptions, 'now'>,
  { bad = [], steps = [] }: { readonly bad?: readonly AccountGroup[]; readonly steps?: readonly Step[] } = {},
): Doc {
  const { createdAt, by, states, asked } = status;
  const amount = countAccounts(states);
  const last: Inline = asked === null ? [] : [`${askedWords(asked)} `, { at: asked.at }, '.'];
  return {
    title: rolloutTitle(status),
    details: [`made ${ago(createdAt, now)}${by === null ? '' : ` by ${by}`}`],
    pageFacts: pageFacts(status),
    summary: strong(phaseWords(status)),
    grade: gradeStatus(status),
    notes: [
      `${count(amount, 'account')}${amount === 0 ? '' : `: ${statesText(states)}`}.`,
      ...(asked === null ? [] : [last]),
    ],
    lists: [waveList(status), { title: 'Accounts', items: bad.map((group) => groupItem(group)) }],
    findings: [],
    rows: { title: 'Changes', facets: [], blocks: [] },
    steps,
  };
}

function pageFacts({ at, errorBudget, soak }: RolloutStatus): readonly Fact[] {
  const { maxFailedPercent, maxUncertain } = errorBudget;
  return [
    { name: 'As of', value: { at } },
    { name: 'Error budget', value: `at most ${maxFailedPercent} % of a wave failed and ${maxUncertain} uncertain` },
    ...(soak.until === null ? [] : [{ name: 'Watched until', value: moment(soak.until) }]),
  ];
}

/** A grade says more than a phase: whether a person has to do something. */
function gradeStatus({ phase, waitsFor, errorBudget, states }: RolloutStatus): Grade {
  const isStuck =
    phase === 'stopped' || errorBudget.spent !== null || waitsFor?.what === 'worker' || phase === 'aborted';
  const needsSomebody = ['approval', 'replan', 'start', 'person'].includes(waitsFor?.what ?? '');
  const isClean = (states.failed ?? 0) + (states.uncertain ?? 0) === 0;
  return isStuck ? 'stop' : needsSomebody || !isClean ? 'warn' : 'go';
}

/** A comparison is not rolled out, so it has no waves. */
function waveList({ waves, kind, inNoWave, wave: current }: RolloutStatus): List {
  const items = waves.map((wave) => ({
    text: [
      `${wave.wave}: ${wave.takes}`,
      ...(wave.accounts === 0 ? [] : [count(wave.accounts, 'account')]),
      waveTimes(wave),
    ].join(', '),
    names: stateNames(wave.states),
  }));
  const others = stateNames(inNoWave);
  const outside = others.length === 0 || current === 0 ? [] : [{ text: 'In no wave', names: others }];
  return { title: 'Waves', items: kind === 'drift' ? [] : [...items, ...outside] };
}

function stateNames(states: RolloutStatus['states']): readonly string[] {
  return listStates(states).map(([state, amount]) => `${amount} ${state}`);
}

function clusterBlock(cluster: ReportedCluster, options: RolloutDocOptions): Block {
  const { sample, hubIds, states } = cluster;
  const rows =
    sample.format === DRIFT_FORMAT
      ? sample.resources.filter(hasDrifted).map(driftRow)
      : isEmpty(sample)
        ? []
        : changeBlocks(sample, { now: options.now }).flatMap((block) => block.rows);
  const none = sample.format === DRIFT_FORMAT ? 'Nothing drifted.' : 'Nothing to change.';
  return {
    title: clusterTitle(cluster),
    notes: [clusterNotes(cluster), ...(rows.length === 0 ? [none] : [])],
    items: [
      { text: 'Accounts', names: hubIds.map(String) },
      { text: 'By state', names: stateNames(states) },
    ],
    rows,
    spaced: true,
    folded: true,
  };
}

/** Successful accounts are only counted. */
function isTold({ state, message }: AccountGroup): boolean {
  return message !== null || !QUIET.has(state);
}

const QUIET: ReadonlySet<AccountGroup['state']> = new Set(['waiting', 'approved', 'running', 'applied', 'unchanged']);

function groupItem(group: AccountGroup, advice = ''): Item {
  const { hubIds, state } = group;
  return {
    sign: STATE_SIGNS[state],
    text: `${hubIds.length} ${groupTitle(group)}${advice === '' ? '' : ` ${advice}`}`,
    names: hubIds.map(String),
  };
}

/** Accounts that have no plan, each reason with what to do about it. */
export function unplannedList(groups: readonly AccountGroup[]): List {
  return { title: 'Accounts without a plan', items: groups.map((group) => groupItem(group, findAdvice(group))) };
}

const ADVICE: Readonly<Record<FailedFor, string>> = {
  auth: 'Plan them again once their keys and credentials are right; an account whose token is refused has to install the app again.',
  rate: 'Plan them again later.',
  busy: 'Plan them again later.',
  config: 'Correct the files, the keys or the account first: planned again as they are, the same happens.',
  transport: 'Plan them again once the service can be reached.',
  refused: 'Correct the cause first: planned again as they are, the same happens.',
  conflict: 'Plan them again.',
  worker: 'Plan them again.',
};

function findAdvice({ state, because }: AccountGroup): string | undefined {
  if (state === 'skipped') return 'Only active accounts are planned.';
  return because === null ? undefined : ADVICE[because];
}
