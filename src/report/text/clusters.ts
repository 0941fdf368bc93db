/** The clusters of a rollout as a table: the number of accounts with the same change, and the parts that need attention. */

import { DRIFT_FORMAT, type DriftReport } from '../../model/drift.ts';
import type { Finding } from '../../model/finding.ts';
import type { Plan } from '../../model/plan.ts';
import { STANDINGS, type Standing } from '../../model/rollout.ts';
import type { AccountGroup } from '../../model/rollout-report.ts';
import type { ReviewedCluster, RolloutStatus } from '../../model/rollout-status.ts';
import { terminalLine } from '../escape.ts';
import { hasDrifted } from './drift.ts';
import { findingsText } from './findings.ts';
import { unplannedLines } from './groups.ts';
import { count, padEnd, wrap } from './layout.ts';
import type { Step } from './next.ts';
import { blocksText } from './render.ts';
import { accountsIn, approverOf, overlapWords, rolloutTitle, STANDING_WORDS } from './rollout-words.ts';
import { stepLines } from './steps.ts';
import type { Palette, TextStyle } from './style.ts';
import { ACTION_ORDER, ACTION_SIGNS, inkOf } from './words.ts';

export interface ShownClusters {
  readonly status: RolloutStatus;
  /** Largest first. */
  readonly clusters: readonly ReviewedCluster[];
  /** Of one account of each cluster, by shape; those that are left out are not shown. */
  readonly samples: ReadonlyMap<string, Plan | DriftReport>;
  /** Accounts that could not be planned, and those that are left out. */
  readonly unplanned: readonly AccountGroup[];
  /** Thresholds that are broken. */
  readonly findings: readonly Finding[];
  readonly steps: readonly Step[];
}

/** Clusters in the table without --verbose. */
export const CLUSTERS_SHOWN = 20;
/** Changes of a sample that are named. */
const CHANGES_SHOWN = 3;
/** Code of the finding of a drift that had nothing to compare with. */
const NOTHING_RECORDED = 'nothing-recorded';
/** Digits of a shape that name a cluster. */
export const DIGITS = 8;

export function clustersText(shown: ShownClusters, style: TextStyle & { readonly brief?: boolean }): string {
  const { status, unplanned, findings, steps } = shown;
  const head = style.palette.heading(terminalLine(rolloutTitle(status)));
  if (style.brief === true) return `${head}\n${countsLine(shown)}\n`;
  return blocksText([
    [head, countsLine(shown), ...overlapLines(status, style)],
    tableLines(shown, style),
    unplannedLines(unplanned, style),
    findings.length === 0 ? [] : [findingsText(findings, style)],
    stepLines(steps, style),
  ]);
}

function overlapLines(status: RolloutStatus, { width }: TextStyle): readonly string[] {
  const words = terminalLine(overlapWords(status).trimStart());
  return words === '' ? [] : wrap(words, width, { first: '', rest: '' });
}

function countsLine({ status: { states, kind, inNoWave }, clusters }: ShownClusters): string {
  const done = clusters.reduce((sum, { accounts }) => sum + accounts, 0);
  const open = states.planning ?? 0;
  const others = accountsIn(states) - done - open;
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

const INKS: Readonly<Record<Standing, keyof Palette>> = {
  empty: 'dim',
  safe: 'added',
  risky: 'error',
  blocked: 'error',
  drifted: 'warning',
  unverified: 'warning',
};

const WIDEST_STANDING = Math.max(...STANDINGS.map((standing) => standing.length));

function tableLines({ clusters, samples }: ShownClusters, style: TextStyle): readonly string[] {
  if (clusters.length === 0) return [];
  const { palette, verbose } = style;
  const rows = verbose ? clusters : clusters.slice(0, CLUSTERS_SHOWN);
  const widest = Math.max('accounts'.length, ...rows.map(({ accounts }) => String(accounts).length));
  const left = clusters.length - rows.length;
  return [
    palette.dim(
      `  ${padEnd('cluster', DIGITS)}  ${'accounts'.padStart(widest)}  ${padEnd('standing', WIDEST_STANDING)}  changes`,
    ),
    ...rows.flatMap((cluster) => {
      const { shape, accounts, standing, severities, risks } = cluster;
      const grave = [...severities, ...risks];
      const approver = approverOf(cluster);
      const marks = [
        ...(grave.length === 0 ? [] : [palette.error(grave.join(', '))]),
        ...(approver === undefined ? [] : [palette.added(`approved by ${terminalLine(approver)}`)]),
      ];
      const name = palette.strong(terminalLine(shape.slice(0, DIGITS)));
      const what = [changesText(cluster, samples.get(shape)), ...marks].join('  ');
      return [
        `  ${name}  ${String(accounts).padStart(widest)}  ${inkOf(palette, { symbol: '', ink: INKS[standing] })(padEnd(standing, WIDEST_STANDING))}  ${what}`,
        ...sampleLines(samples.get(shape), ' '.repeat(DIGITS + widest + WIDEST_STANDING + 8), palette),
      ];
    }),
    ...(left === 0 ? [] : [palette.dim(`  ... ${count(left, 'more cluster')} (--verbose lists them)`)]),
  ];
}

/** `1 create, 2 update`; where nothing was compared for want of records, that is why. */
function changesText({ actions, standing }: ReviewedCluster, sample: Plan | DriftReport | undefined): string {
  if (standing === 'unverified' && sample?.findings.some(({ code }) => code === NOTHING_RECORDED)) {
    return 'nothing is recorded yet';
  }
  const told = ACTION_ORDER.flatMap((action) => {
    const amount = actions[action] ?? 0;
    return amount === 0 ? [] : [`${amount} ${action}`];
  });
  return told.length === 0 ? STANDING_WORDS[standing] : told.join(', ');
}

function sampleLines(sample: Plan | DriftReport | undefined, indent: string, palette: Palette): readonly string[] {
  if (sample === undefined) return [];
  const lines = changesIn(sample, palette);
  const left = lines.length - CHANGES_SHOWN;
  const rest = left > 0 ? [palette.dim(`${indent}... ${left} more`)] : [];
  return [...lines.slice(0, CHANGES_SHOWN).map((line) => indent + line), ...rest];
}

function changesIn(sample: Plan | DriftReport, palette: Palette): readonly string[] {
  if (sample.format === DRIFT_FORMAT) {
    return sample.resources
      .filter(hasDrifted)
      .map(({ status, address }) => palette.changed(terminalLine(`${status} ${address}`)));
  }
  return sample.changes
    .filter(({ action }) => action !== 'keep')
    .map(({ action, address }) => {
      const { symbol, ink } = ACTION_SIGNS[action];
      return palette[ink](terminalLine(`${symbol} ${address}`));
    });
}
