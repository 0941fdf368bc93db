/** Plans and outcomes as Markdown for a review: counts first, then what a reviewer must see, then folded lists. */

import type { Change } from '../model/change.ts';
import type { Finding } from '../model/finding.ts';
import type { ApplyResult, Outcome } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import { markdownBlock, markdownCode, markdownText } from './escape.ts';
import { changeLine, changeName, changePart, details, findingLine, isCritical } from './markdown-change.ts';
import { titleOf } from './origin.ts';
import { callLines } from './text/calls.ts';
import { count } from './text/layout.ts';
import { outcomeCounts } from './text/outcome.ts';
import { countsText, isEmpty } from './text/plan.ts';
import { palette, type TextStyle } from './text/style.ts';
import { ACTION_ORDER, STATUS_SIGNS, sectionOf, statusWord } from './text/words.ts';

export interface MarkdownOptions {
  readonly verbose: boolean;
  readonly now: number;
}

/** How much of each part is written out. */
export interface Detail {
  readonly creates: 'whole' | 'counts';
  readonly others: 'whole' | 'lines' | 'counts';
  readonly critical: 'whole' | 'lines' | 'names';
  readonly calls: 'whole' | 'counts';
  /** Errors are always written out. */
  readonly findings: 'whole' | 'counts';
}

export const WHOLE: Detail = {
  creates: 'whole',
  others: 'whole',
  critical: 'whole',
  calls: 'whole',
  findings: 'whole',
};

/** Columns of the blocks with fields: what fits beside a code review. */
const BLOCK_WIDTH = 90;

export function planMarkdown(plan: Plan, options: MarkdownOptions, detail: Detail = WHOLE): string {
  const style: TextStyle = { palette: palette(false), width: BLOCK_WIDTH, ...options };
  const changes = plan.changes.filter((change) => change.action !== 'keep' || options.verbose);
  const parts = [
    ...planHead(plan),
    ...findingParts(plan.findings, detail.findings),
    ...criticalParts(changes.filter(isCritical), detail, style),
    ...sections(changes.filter((change) => !isCritical(change))).map(([title, members]) =>
      sectionPart(title, members, detail, style),
    ),
    ...callParts(plan, detail, style),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Title, counts, and the warnings that nothing may push away. */
export function planHead(plan: Plan): readonly string[] {
  const { read, write } = plan.summary.calls;
  return [
    `### ${markdownText(titleOf(plan))}${plan.account.hubId === null ? '' : ` (account ${plan.account.hubId})`}`,
    isEmpty(plan)
      ? `Nothing to do: ${plan.summary.keep} unchanged.`
      : `**${countsText(plan)}**. ${count(read, 'read')} made, ${count(write, 'write')} to make.`,
    ...(plan.summary.destructive > 0
      ? [`> **${plan.summary.destructive} destructive**: values or options are lost.`]
      : []),
    ...(plan.complete
      ? []
      : ['> The account was not read completely: what was not seen is neither created nor removed.']),
  ];
}

/** `applied`: whether each success has a row, or only its count. */
export function outcomeMarkdown(result: ApplyResult, applied: 'whole' | 'counts' = 'whole'): string {
  const shown = applied === 'whole' ? result.outcomes : result.outcomes.filter(({ status }) => !isSuccess(status));
  const rows = shown.map(
    (outcome) =>
      `| ${STATUS_SIGNS[outcome.status].symbol.replace('+', '\\+')} ${statusWord(outcome)} | ${outcome.action} | ${markdownCode(outcome.address)} | ${markdownText(outcome.message)} |`,
  );
  const parts = [
    '### Outcome',
    `**${outcomeCounts(result)}**${result.interrupted ? ', interrupted' : ''}. ${count(result.calls.write, 'write')} made.`,
    ...findingParts(result.findings, 'whole'),
    ...(rows.length === 0
      ? []
      : [['| status | action | address | message |', '|---|---|---|---|', ...rows].join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function isSuccess(status: Outcome['status']): boolean {
  return status === 'applied' || status === 'accepted';
}

/** Findings as a list, the others than errors by their codes when they are only counted. */
export function findingParts(findings: readonly Finding[], shown: Detail['findings']): readonly string[] {
  if (findings.length === 0) return [];
  if (shown === 'whole') return [findings.map(findingLine).join('\n')];
  const errors = findings.filter(({ severity }) => severity === 'error').map(findingLine);
  const rest = Map.groupBy(
    findings.filter(({ severity }) => severity !== 'error'),
    ({ severity, code }) => `- **${severity}** ${markdownCode(code)}`,
  );
  return [[...errors, ...[...rest].map(([name, members]) => `${name}: ${members.length} times`)].join('\n')];
}

function criticalParts(changes: readonly Change[], detail: Detail, style: TextStyle): readonly string[] {
  if (changes.length === 0) return [];
  const title = `**Look at ${changes.length === 1 ? 'this one' : `these ${changes.length}`} first**`;
  switch (detail.critical) {
    case 'whole':
      return [title, ...ordered(changes).map((change) => changePart(change, style))];
    case 'lines':
      return [title, ordered(changes).map(changeLine).join('\n')];
    case 'names':
      return [title, ordered(changes).map(changeName).join('\n')];
  }
}

function sectionPart(title: string, changes: readonly Change[], detail: Detail, style: TextStyle): string {
  const of = (change: Change): Detail['others'] => (change.action === 'create' ? detail.creates : detail.others);
  const body = [
    ...changes.filter((change) => of(change) === 'whole').map((change) => changePart(change, style)),
    ...joined(changes.filter((change) => of(change) === 'lines').map(changeLine)),
  ];
  const counted = [
    ...Map.groupBy(
      changes.filter((change) => of(change) === 'counts'),
      ({ action }) => action,
    ),
  ].map(([action, members]) => `${members.length} x ${action}`);
  if (body.length === 0) return `- ${markdownText(title)}: ${counted.join(', ')}`;
  const folded = counted.length === 0 ? [] : [`And ${counted.join(', ')}, not listed here.`];
  return details(`${title} (${changes.length})`, [...body, ...folded].join('\n\n'));
}

function callParts(plan: Plan, detail: Detail, style: TextStyle): readonly string[] {
  if (plan.calls.length === 0 || detail.calls === 'counts') return [];
  return [details('Calls that apply makes', markdownBlock(callLines(plan.calls, style).join('\n')))];
}

function sections(changes: readonly Change[]): readonly (readonly [string, readonly Change[]])[] {
  return [...Map.groupBy(changes, (change) => sectionOf(change.address).title)].map(
    ([title, members]) => [title, ordered(members)] as const,
  );
}

function ordered(changes: readonly Change[]): readonly Change[] {
  const byAction = Map.groupBy(changes, ({ action }) => action);
  return ACTION_ORDER.flatMap((action) => byAction.get(action) ?? []);
}

function joined(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [lines.join('\n')];
}
