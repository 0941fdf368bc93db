/** A rollout as text: status, waves, clusters with their changes, accounts by result, and events. */

import { DRIFT_FORMAT } from '../../model/drift.ts';
import { ago, moment } from '../../model/moment.ts';
import type { AccountGroup, ReportedCluster, RolloutReport } from '../../model/rollout-report.ts';
import type { RolloutStatus } from '../../model/rollout-status.ts';
import { terminalLine } from '../escape.ts';
import { isEmpty } from './counts.ts';
import { driftRow, hasDrifted } from './drift.ts';
import { findingsText } from './findings.ts';
import { groupLines, namedAccounts } from './groups.ts';
import { alignCells, count, wrap } from './layout.ts';
import type { Step } from './next.ts';
import { blocksText, rowLines } from './render.ts';
import {
  accountsIn,
  askedWords,
  clusterNotes,
  clusterTitle,
  eventWords,
  phaseWords,
  rolloutTitle,
  STATE_SIGNS,
  statesIn,
  statesText,
  waveTimes,
} from './rollout-words.ts';
import { oneLineEach, sectionBlocks } from './sections.ts';
import { stepLines } from './steps.ts';
import type { TextStyle } from './style.ts';
import { inkOf } from './words.ts';

export interface RolloutStyle extends TextStyle {
  /** Shows one line for each change. */
  readonly summary?: boolean;
}

const FLUSH = { first: '', rest: '' };
/** Clusters written out; those that lose something or cannot be applied always are. */
const CLUSTERS_SHOWN = 10;

export function rolloutText(report: RolloutReport, style: RolloutStyle): string {
  const { clusters, findings } = report;
  const shown = clusters.filter(
    ({ standing }, at) => at < CLUSTERS_SHOWN || style.verbose || standing === 'risky' || standing === 'blocked',
  );
  return blocksText([
    ...statusBlocks(report.status, style),
    findings.length === 0 ? [] : [findingsText(findings, style)],
    ...shown.flatMap((cluster) => clusterBlocks(cluster, style)),
    shown.length === clusters.length
      ? []
      : [style.palette.dim(`... ${count(clusters.length - shown.length, 'more cluster')} (--verbose lists them)`)],
    groupLines(report.accounts.filter(isTold), style),
    eventLines(report, style),
  ]);
}

/** `bad` has accounts that may need a person, with the next steps. */
export function rolloutStatusText(
  status: RolloutStatus,
  style: TextStyle,
  { bad = [], steps = [] }: { readonly bad?: readonly AccountGroup[]; readonly steps?: readonly Step[] } = {},
): string {
  return blocksText([...statusBlocks(status, style), groupLines(bad, style), stepLines(steps, style)]);
}

function statusBlocks(status: RolloutStatus, style: TextStyle): readonly (readonly string[])[] {
  const { palette, width, now } = style;
  const { createdAt, by, states, inNoWave, asked } = status;
  const made = `made ${ago(createdAt, now)}${by === null ? '' : ` by ${terminalLine(by)}`}`;
  const outside = statesText(inNoWave);
  return [
    [palette.heading(terminalLine(rolloutTitle(status))) + palette.dim(` (${made})`)],
    [
      ...wrap(terminalLine(phaseWords(status)), width, FLUSH),
      `${count(accountsIn(states), 'account')}${accountsIn(states) === 0 ? '' : `: ${inkedStates(status, style)}`}.`,
      ...(asked === null ? [] : [`${terminalLine(askedWords(asked))} ${ago(asked.at, now)}.`]),
    ],
    waveLines(status, style),
    outside === '' || status.wave === 0 ? [] : [`In no wave: ${outside}.`],
  ];
}

function inkedStates({ states }: RolloutStatus, { palette }: TextStyle): string {
  return statesIn(states)
    .map(([state, amount]) => inkOf(palette, STATE_SIGNS[state])(`${amount} ${state}`))
    .join(', ');
}

/** Returns nothing for a comparison, which is not rolled out. */
function waveLines({ waves, kind }: RolloutStatus, { palette }: TextStyle): readonly string[] {
  if (kind === 'drift') return [];
  const lines = alignCells(
    waves.map((wave) => [
      `${wave.wave}  ${terminalLine(wave.takes)}`,
      wave.accounts === 0 ? '' : count(wave.accounts, 'account'),
      palette.dim(waveTimes(wave)),
    ]),
  );
  const states = waves.map((wave) => statesText(wave.states));
  return [
    palette.heading('Waves'),
    ...lines.flatMap((line, at) => [line, ...(states[at] === '' ? [] : [`     ${states[at]}`])]),
  ];
}

function clusterBlocks(cluster: ReportedCluster, style: RolloutStyle): readonly (readonly string[])[] {
  return [
    [
      style.palette.heading(terminalLine(clusterTitle(cluster))),
      ...wrap(terminalLine(clusterNotes(cluster)), style.width, FLUSH),
      ...wrap(`Accounts: ${namedAccounts(cluster.hubIds, style)}.`, style.width, { first: '', rest: '  ' }),
      ...wrap(`By state: ${statesText(cluster.states)}.`, style.width, { first: '', rest: '  ' }),
    ],
    ...sampleBlocks(cluster, style),
  ];
}

function sampleBlocks({ sample }: ReportedCluster, style: RolloutStyle): readonly (readonly string[])[] {
  if (sample.format === DRIFT_FORMAT) {
    const drifted = sample.resources.filter(hasDrifted);
    return drifted.length === 0
      ? [['  Nothing drifted.']]
      : drifted.map((resource) => rowLines(driftRow(resource), style));
  }
  if (isEmpty(sample)) return [['  Nothing to change.']];
  return style.summary === true ? [oneLineEach(sample, style)] : sectionBlocks(sample, style);
}

/** Successful accounts are only counted. */
function isTold({ state, message }: AccountGroup): boolean {
  return message !== null || !QUIET.has(state);
}

const QUIET: ReadonlySet<AccountGroup['state']> = new Set(['waiting', 'approved', 'running', 'applied', 'unchanged']);

function eventLines({ events }: RolloutReport, style: TextStyle): readonly string[] {
  if (events.length === 0) return [];
  return [
    style.palette.heading('Events'),
    ...events.flatMap((event) => {
      const at = moment(event.at);
      return wrap(terminalLine(eventWords(event)), style.width, {
        first: `  ${style.palette.dim(at)}  `,
        rest: ' '.repeat(at.length + 4),
      });
    }),
  ];
}
