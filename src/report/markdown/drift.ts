/** Drift as Markdown for an issue: who changed what and when, and what cannot be verified; within a limit. */

import type { DriftedResource, DriftReport } from '../../model/drift.ts';
import { moment } from '../../model/moment.ts';
import { optionName } from '../../model/option.ts';
import { markdownBlock, markdownCode, markdownText } from '../escape.ts';
import type { Face } from '../fix-ways.ts';
import { fieldLines } from '../text/fields.ts';
import { count } from '../text/layout.ts';
import { palette, type TextStyle } from '../text/style.ts';
import { driftedWords, LOG, noDriftWords, openSentence, restOfDrift, sinceWords } from '../text/words.ts';
import { details } from './change.ts';
import { findingParts } from './findings.ts';
import { type Fitted, fits } from './limit.ts';

const BLOCK_WIDTH = 90;

/** How much is said of each drifted resource. */
type Shown = 'fields' | 'lines' | 'names';

/** `limit` in bytes. Every drifted resource is named as long as that fits. */
export interface DriftFit {
  readonly now: number;
  readonly limit: number;
  /** Who is told what to do; the terminal when left out. */
  readonly face?: Face;
}

export function driftMarkdown(report: DriftReport, options: DriftFit): Fitted {
  const { now, face = 'terminal' } = options;
  const style: TextStyle = { palette: palette(false), width: BLOCK_WIDTH, verbose: false, now, face };
  for (const shown of ['fields', 'lines', 'names'] as const) {
    const text = driftText(report, shown, style);
    if (fits(text, options.limit)) return { text, whole: true };
  }
  const note = `> The list of drifted resources does not fit here. In full: ${LOG}.`;
  return { text: `${[...head(report, face), note].join('\n\n')}\n`, whole: false };
}

function driftText(report: DriftReport, shown: Shown, style: TextStyle): string {
  const drifted = report.resources.filter(({ status }) => status === 'drifted' || status === 'gone');
  const parts = [
    ...head(report, style.face ?? 'terminal'),
    ...findingParts(report.findings, shown === 'fields' ? 'whole' : 'counts', style.face ?? 'terminal'),
    shown === 'fields'
      ? drifted.map((resource) => resourcePart(resource, style)).join('\n\n')
      : drifted.map((resource) => resourceLine(resource, shown)).join('\n'),
    ...unverifiableParts(report, shown),
    ...foreignParts(report, shown),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** In an issue nothing else says what to do. */
const NEXT =
  '> To keep a change, declare it in the files. To undo it, open a pull request that changes a YAML file of the project, such as by a comment: its plan shows what is overwritten, and its merge does it. Where the account has `drift: hold`, name it in the input `overwrite` of plan and apply.';

function head(report: DriftReport, face: Face): readonly string[] {
  const { account, summary } = report;
  const { drifted, inSync } = summary;
  const rest = `.${openSentence(report)}`;
  return [
    `### Drift of ${markdownText(account.name)}${account.hubId === null ? '' : ` (account ${account.hubId})`}`,
    drifted === 0
      ? noDriftWords(report) + rest
      : `**${count(drifted, 'resource')} drifted** from what was last applied, ${inSync} in sync${restOfDrift(summary)}${rest}`,
    ...(drifted > 0 && face === 'action' ? [NEXT] : []),
  ];
}

/** With its fields. */
export function resourcePart(resource: DriftedResource, style: TextStyle): string {
  const lines = fieldLines(resource.fields, { absentBefore: '(not set)', absentAfter: '(gone)' }, '', style);
  const fields = lines.length === 0 ? [] : [markdownBlock(lines.join('\n'))];
  return [resourceLine(resource, 'lines'), ...fields].join('\n\n');
}

function resourceLine(resource: DriftedResource, shown: Exclude<Shown, 'fields'>): string {
  const name = `- **${resource.status}** ${markdownCode(resource.address)}`;
  if (shown === 'names') return name;
  const reason = resource.reason === undefined ? '' : `. ${markdownText(resource.reason)}`;
  return `${name}: changed ${markdownText(driftedWords(resource))}; ${sinceWords(resource)} ${markdownText(moment(resource.appliedAt))}${reason}`;
}

/** No drift, so it is folded, and the first that goes where there is no room. */
function foreignParts({ resources, summary }: DriftReport, shown: Shown): readonly string[] {
  if (summary.foreign === 0 || shown === 'names') return [];
  const lines = resources.flatMap(({ address, foreign = [] }) =>
    foreign.length === 0
      ? []
      : [`- ${markdownCode(address)}: ${foreign.map(({ value }) => markdownCode(optionName(value))).join(', ')}`],
  );
  return [
    details(
      `${count(summary.foreign, 'resource')} with options added by other users, which are kept`,
      lines.join('\n'),
    ),
  ];
}

/** Grouped by reason: many resources share one. */
function unverifiableParts({ resources }: DriftReport, shown: Shown): readonly string[] {
  const members = resources.filter(({ status }) => status === 'unverifiable');
  const byReason = Map.groupBy(members, ({ reason }) => reason ?? 'no information about it');
  return [...byReason].map(([reason, of]) => {
    const title = `${of.length} not verifiable: ${reason}`;
    if (shown === 'names') return `- ${markdownText(title)}`;
    return details(title, of.map(({ address }) => `- ${markdownCode(address)}`).join('\n'));
  });
}
