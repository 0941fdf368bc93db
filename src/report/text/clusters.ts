/** The clusters of a rollout as a report: the number of accounts with the same change, and the parts that need attention. */

import { DRIFT_FORMAT } from '../../model/drift.ts';
import type { Finding } from '../../model/finding.ts';
import type { Standing } from '../../model/rollout.ts';
import type { AccountGroup, Sample } from '../../model/rollout-report.ts';
import type { ReviewedCluster, RolloutStatus } from '../../model/rollout-status.ts';
import { type ClusterDifference, compareClusters } from './cluster-difference.ts';
import { type Doc, type Item, type List, strong } from './doc.ts';
import { hasDrifted } from './drift.ts';
import { count } from './layout.ts';
import type { Step } from './next.ts';
import { unplannedList } from './rollout.ts';
import { countAccounts, describeApprover, overlapWords, rolloutTitle, STANDING_WORDS } from './rollout-words.ts';
import { ACTION_ORDER, ACTION_SIGNS, type Sign } from './words.ts';

export interface ShownClusters {
  readonly status: RolloutStatus;
  /** Largest first. */
  readonly clusters: readonly ReviewedCluster[];
  /** Of one account of each cluster, by shape; those that are left out are not shown. */
  readonly samples: ReadonlyMap<string, Sample>;
  /** Accounts that could not be planned, and those that are left out. */
  readonly unplanned: readonly AccountGroup[];
  /** Thresholds that are broken. */
  readonly findings: readonly Finding[];
  readonly steps: readonly Step[];
}

export interface ClustersDocOptions {
  readonly verbose: boolean;
  /** Shows the counts alone. */
  readonly brief?: boolean;
}

/** Clusters in the table without --verbose. */
export const CLUSTERS_SHOWN = 20;
/** Code of the finding of a drift that had nothing to compare with. */
const NOTHING_RECORDED = 'nothing-recorded';
/** Digits of a shape that name a cluster. */
export const DIGITS = 8;

export function clustersDoc(shown: ShownClusters, { verbose, brief = false }: ClustersDocOptions): Doc {
  const { status, clusters, samples, unplanned, findings, steps } = shown;
  const overlap = overlapWords(status).trimStart();
  const rows = verbose ? clusters : clusters.slice(0, CLUSTERS_SHOWN);
  const left = clusters.length - rows.length;
  const more = left === 0 ? [] : [{ text: `... ${count(left, 'more cluster')} (--verbose lists them)` }];
  const counts: Doc = {
    title: rolloutTitle(status),
    summary: countsLine(shown),
    grade: findings.length > 0 ? 'stop' : 'go',
    findings: [],
    rows: { title: 'Changes', facets: [], blocks: [] },
  };
  if (brief) return counts;
  return {
    ...counts,
    notes: overlap === '' ? [] : [overlap],
    lists: [
      { title: 'Clusters', items: [...rows.map((row) => clusterItem(row, samples.get(row.shape))), ...more] },
      ...compareWithLargest(rows, samples, { verbose }).map(differenceList),
      unplannedList(unplanned),
    ],
    findings: [{ items: findings }],
    steps,
  };
}

/** Clusters after the first, with their differences from the first. */
interface ComparedCluster extends ClusterDifference {
  readonly shape: string;
  readonly largest: string;
}

/** Compares the clusters that have a sample. */
export function compareWithLargest(
  [first, ...others]: readonly ReviewedCluster[],
  samples: ShownClusters['samples'],
  { verbose }: Pick<ClustersDocOptions, 'verbose'>,
): readonly ComparedCluster[] {
  const largest = samples.get(first?.shape ?? '');
  if (first === undefined || largest === undefined) return [];
  return others.flatMap(({ shape }) => {
    const sample = samples.get(shape);
    return sample === undefined
      ? []
      : [{ shape, largest: first.shape, ...compareClusters(sample, largest, { verbose }) }];
  });
}

function differenceList({ shape, largest, only, missing, more }: ComparedCluster): List {
  const [own, other] = [shape.slice(0, DIGITS), largest.slice(0, DIGITS)];
  return {
    title: `Differences of ${own} from ${other}`,
    items: [
      ...only.map((line) => ({ text: `only ${own}: ${line}` })),
      ...missing.map((line) => ({ text: `only ${other}: ${line}` })),
      ...(more === 0 ? [] : [{ text: `... ${more} more (--verbose lists them)` }]),
      ...(only.length + missing.length === 0 ? [{ text: SAME_CHANGES }] : []),
    ],
  };
}

const SAME_CHANGES = 'The changes and their values are the same. The calls or their order differ.';

function countsLine({ status: { states, kind, inNoWave }, clusters }: ShownClusters): string {
  const done = clusters.reduce((sum, { accounts }) => sum + accounts, 0);
  const open = states.planning ?? 0;
  const others = countAccounts(states) - done - open;
  // An account that failed in a wave has a plan. An account without a wave failed in its planning.
  const failed = Math.min(others, inNoWave.failed ?? 0);
  const isDrift = kind === 'drift';
  return [
    `${count(done, 'account')} ${isDrift ? 'compared' : 'with a plan'}, in ${count(clusters.length, 'cluster')}.`,
    ...(failed <= 0 ? [] : [`${count(failed, 'account')} could not be ${isDrift ? 'compared' : 'planned'}.`]),
    ...(others <= failed
      ? []
      : [`${count(others - failed, 'account')} ${others - failed === 1 ? 'is' : 'are'} left out.`]),
    ...(open === 0 ? [] : [`${open} ${open === 1 ? 'is' : 'are'} not ${isDrift ? 'compared' : 'planned'} yet.`]),
  ].join(' ');
}

const SIGNS: Readonly<Record<Standing, Sign>> = {
  empty: { symbol: '=', ink: 'dim' },
  safe: { symbol: '+', ink: 'added' },
  risky: { symbol: '!', ink: 'error' },
  blocked: { symbol: '!', ink: 'error' },
  drifted: { symbol: '~', ink: 'warning' },
  unverified: { symbol: '?', ink: 'warning' },
};

/** `3f9a01c2: 40 accounts, safe, 1 create`, with the changes of one account. */
function clusterItem(cluster: ReviewedCluster, sample: Sample | undefined): Item {
  const { shape, accounts, standing, severities, risks } = cluster;
  const grave = [...severities, ...risks];
  const approver = describeApprover(cluster);
  const facts = [
    count(accounts, 'account'),
    standing,
    changesText(cluster, sample),
    ...(grave.length === 0 ? [] : [grave.join(', ')]),
    ...(approver === undefined ? [] : [`approved by ${approver}`]),
  ];
  return {
    sign: SIGNS[standing],
    text: [strong(shape.slice(0, DIGITS)), `: ${facts.join(', ')}`],
    names: sample === undefined ? [] : listChanges(sample),
  };
}

/** `1 create, 2 update`; where nothing was compared for want of records, that is why. */
function changesText({ actions, standing }: ReviewedCluster, sample: Sample | undefined): string {
  if (standing === 'unverified' && sample?.findings.some(({ code }) => code === NOTHING_RECORDED)) {
    return 'nothing is recorded yet';
  }
  const told = ACTION_ORDER.flatMap((action) => {
    const amount = actions[action] ?? 0;
    return amount === 0 ? [] : [`${amount} ${action}`];
  });
  return told.length === 0 ? STANDING_WORDS[standing] : told.join(', ');
}

function listChanges(sample: Sample): readonly string[] {
  if (sample.format === DRIFT_FORMAT)
    return sample.resources.filter(hasDrifted).map(({ status, address }) => `${status} ${address}`);
  return sample.changes
    .filter(({ action }) => action !== 'keep')
    .map(({ action, address }) => `${ACTION_SIGNS[action].symbol} ${address}`);
}
