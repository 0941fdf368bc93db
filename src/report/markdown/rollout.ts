/** A rollout as Markdown for a review or an issue: status, clusters with changes, accounts, and events. */

import { DRIFT_FORMAT } from '../../model/drift.ts';
import { moment } from '../../model/moment.ts';
import type { AccountGroup, ReportedCluster, RolloutReport } from '../../model/rollout-report.ts';
import type { RolloutStatus } from '../../model/rollout-status.ts';
import { markdownText } from '../escape.ts';
import type { Face } from '../fix-ways.ts';
import { isEmpty } from '../text/counts.ts';
import { driftRow, hasDrifted } from '../text/drift.ts';
import { count, nameSome } from '../text/layout.ts';
import {
  accountsIn,
  clusterNotes,
  clusterTitle,
  eventWords,
  groupTitle,
  phaseWords,
  rolloutTitle,
  statesText,
  waveTimes,
} from '../text/rollout-words.ts';
import { palette, type TextStyle } from '../text/style.ts';
import { findingParts } from './findings.ts';
import { changeParts, WHOLE } from './plan.ts';
import { details, rowPart } from './render.ts';

export interface RolloutMarkdownOptions {
  /** Names every account. */
  readonly verbose: boolean;
  readonly now: number;
  /** Reader of the advice (default: terminal). */
  readonly face?: Face;
}

const BLOCK_WIDTH = 90;
/** Accounts named in a list. */
const NAMED = 20;

export function rolloutMarkdown(report: RolloutReport, options: RolloutMarkdownOptions): string {
  const { status, findings, clusters, accounts } = report;
  const { face = 'terminal' } = options;
  const style: TextStyle = { palette: palette(false), width: BLOCK_WIDTH, ...options };
  const parts = [
    `### ${markdownText(rolloutTitle(status))}`,
    `**${markdownText(phaseWords(status))}**`,
    ...countParts(status),
    ...waveParts(status),
    ...findingParts(findings, 'whole', face),
    ...clusters.flatMap((cluster) => clusterParts(cluster, style)),
    ...groupParts(accounts, style),
    ...eventParts(report),
  ];
  return `${parts.join('\n\n')}\n`;
}

function countParts({ states }: RolloutStatus): readonly string[] {
  return accountsIn(states) === 0 ? [] : [`${count(accountsIn(states), 'account')}: ${statesText(states)}.`];
}

function waveParts({ waves, kind }: RolloutStatus): readonly string[] {
  if (kind === 'drift') return [];
  const rows = waves.map((wave) => {
    const cells = [wave.takes, String(wave.accounts), statesText(wave.states), waveTimes(wave)].map(markdownText);
    return `| ${wave.wave} | ${cells.join(' | ')} |`;
  });
  return [['| wave | takes | accounts | states | when |', '|---|---|---|---|---|', ...rows].join('\n')];
}

function clusterParts(cluster: ReportedCluster, style: TextStyle): readonly string[] {
  return [
    `#### ${markdownText(clusterTitle(cluster))}`,
    markdownText(clusterNotes(cluster)),
    `Accounts: ${namedAccounts(cluster.hubIds, style)}. By state: ${markdownText(statesText(cluster.states))}.`,
    ...sampleParts(cluster, style),
  ];
}

function sampleParts({ sample }: ReportedCluster, style: TextStyle): readonly string[] {
  if (sample.format === DRIFT_FORMAT) {
    const drifted = sample.resources.filter(hasDrifted);
    return drifted.length === 0 ? ['Nothing drifted.'] : drifted.map((resource) => rowPart([driftRow(resource)]));
  }
  return isEmpty(sample) ? ['Nothing to change.'] : changeParts(sample, WHOLE, style);
}

function groupParts(groups: readonly AccountGroup[], style: TextStyle): readonly string[] {
  if (groups.length === 0) return [];
  const lines = groups.map(
    (group) =>
      `- **${group.hubIds.length}** ${markdownText(groupTitle(group))} (${namedAccounts(group.hubIds, style)})`,
  );
  return ['#### Accounts', lines.join('\n')];
}

function eventParts({ events }: RolloutReport): readonly string[] {
  if (events.length === 0) return [];
  const lines = events.map((event) => `- ${markdownText(moment(event.at))} ${markdownText(eventWords(event))}`);
  return [details(`Events (${events.length})`, lines.join('\n'))];
}

function namedAccounts(hubIds: readonly number[], { verbose }: TextStyle): string {
  return nameSome(hubIds.map(String), verbose ? hubIds.length : NAMED);
}
