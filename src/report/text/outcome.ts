/** The outcomes of changes: what needs attention first, then what was done, then exact counts. */

import {
  type ApplyResult,
  isAllLeftOut,
  isGood,
  type LeftOut,
  type Outcome,
  type OutcomeStatus,
} from '../../model/outcome.ts';
import { terminalLine } from '../escape.ts';
import { type EqualOutcomes, outcomeGroups } from '../outcome-groups.ts';
import { fieldLines } from './fields.ts';
import { findingsText } from './findings.ts';
import { folded, moreLine } from './fold.ts';
import { adviceLines } from './hint.ts';
import { count, padEnd, wrap } from './layout.ts';
import { type Invocation, stepsAfterApply } from './next.ts';
import { stepLines } from './steps.ts';
import type { TextStyle } from './style.ts';
import { inkOf, STATUS_SIGNS } from './words.ts';

/** Outcomes of one status listed without --verbose: those that went well, and those that only waited for others. */
const SHOWN = 50;
/** Outcomes of one failure or conflict, without --verbose. */
const EQUAL_SHOWN = 20;
/** Left out for one reason, without --verbose. */
const LEFT_OUT_SHOWN = 20;
const ALL_LEFT_OUT = 'Nothing was applied: every change is blocked.';

export function outcomeText(result: ApplyResult, style: TextStyle, typed?: Invocation): string {
  const blocks = [
    ...statusBlocks(result.outcomes, style),
    leftOutLines(result.leftOut, style),
    adoptedLines(result, style),
    result.findings.length === 0 ? [] : [findingsText(result.findings, style)],
    [`${style.palette.strong(outcomeCounts(result))}. ${callCounts(result)}`],
    isAllLeftOut(result) ? [ALL_LEFT_OUT] : [],
    result.interrupted ? ['Interrupted: calls that were in flight are settled or recorded in the ledger.'] : [],
    typed === undefined ? [] : stepLines(stepsAfterApply(result, typed), style),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

/** What needs someone, and the counts. */
export function outcomeBrief(result: ApplyResult, style: TextStyle): string {
  const undone = result.outcomes.filter(({ status }) => status !== 'applied');
  return [
    ...statusBlocks(undone, style).flat(),
    ...leftOutLines(result.leftOut, style),
    `${outcomeCounts(result)}.`,
    ...(isAllLeftOut(result) ? [ALL_LEFT_OUT] : []),
    '',
  ].join('\n');
}

/** `3 applied, 1 failed`; `Nothing to do` without any. */
export function outcomeCounts(result: ApplyResult): string {
  const { applied, accepted, skipped, failed, conflict, uncertain } = result.summary;
  const parts: readonly (readonly [number, string])[] = [
    [applied, 'applied'],
    [accepted, 'accepted'],
    [skipped, 'skipped'],
    [failed, 'failed'],
    [conflict, conflict === 1 ? 'conflict' : 'conflicts'],
    [uncertain, 'uncertain'],
    [result.leftOut.length, 'left out'],
    [result.adopted.length, 'recorded'],
    [result.settled, result.settled === 1 ? 'open call settled' : 'open calls settled'],
    [openElsewhere(result), 'still open'],
  ];
  const texts = parts.filter(([amount]) => amount > 0).map(([amount, word]) => `${amount} ${word}`);
  return texts.length === 0 ? 'Nothing to do' : texts.join(', ');
}

/** Open calls beside those of the uncertain outcomes. */
function openElsewhere({ open = [], outcomes }: ApplyResult): number {
  const named = new Set(outcomes.filter(({ status }) => status === 'uncertain').map(({ address }) => address));
  return open.filter(({ covers }) => !covers.some((address) => named.has(address))).length;
}

/** One line for one outcome, as progress on a log shows it. */
function outcomeLine(outcome: Outcome, style: TextStyle): string {
  const sign = STATUS_SIGNS[outcome.status];
  const word = inkOf(style.palette, sign)(`${sign.symbol} ${padEnd(outcome.status, 9)}`);
  const call =
    outcome.status === 'applied' || outcome.call === undefined
      ? ''
      : style.palette.dim(`  call ${terminalLine(outcome.call)}`);
  return `  ${word} ${padEnd(outcome.action, 7)} ${terminalLine(outcome.address)}${call}`;
}

function statusBlocks(outcomes: readonly Outcome[], style: TextStyle): readonly (readonly string[])[] {
  const byStatus = Map.groupBy(outcomeGroups(outcomes), ([{ status }]) => status);
  return [...byStatus].map(([status, groups]) => statusBlock(groups, status, style));
}

/** The message of equal outcomes stands below the first. */
function statusBlock(groups: readonly EqualOutcomes[], status: OutcomeStatus, style: TextStyle): readonly string[] {
  // A skipped change follows from a failure above. Every uncertain change is listed.
  const asOne = isGood({ status }) || status === 'skipped';
  const most = asOne ? SHOWN : status === 'uncertain' ? Number.POSITIVE_INFINITY : EQUAL_SHOWN;
  const rows = groups.flatMap((group, cause) =>
    group.map((outcome) => ({ outcome, isFirst: outcome === group[0], cause: asOne ? status : String(cause) })),
  );
  return folded(rows, style, { causeOf: ({ cause }) => cause, most: () => most }).flatMap(({ item, more }) => [
    outcomeLine(item.outcome, style),
    ...(item.isFirst && status !== 'applied' ? messageLines(item.outcome, style) : []),
    ...(more > 0 ? [`  ${moreLine(more, style, status)}`] : []),
  ]);
}

/** Blocked changes of the plan that nobody may take for done. */
function leftOutLines(changes: readonly LeftOut[], style: TextStyle): readonly string[] {
  const indent = '      ';
  const sign = style.palette.error(`! ${padEnd('left out', 9)}`);
  const byReason = Map.groupBy(changes, ({ reason }) => reason);
  return folded([...byReason.values()].flat(), style, {
    causeOf: ({ reason }) => reason,
    most: () => LEFT_OUT_SHOWN,
  }).flatMap(({ item, more }) => [
    `  ${sign} ${style.palette.strong(terminalLine(item.address))}`,
    ...(item === byReason.get(item.reason)?.[0]
      ? wrap(terminalLine(item.reason), style.width, { first: indent, rest: indent })
      : []),
    ...(more > 0 ? [`  ${moreLine(more, style)}`] : []),
  ]);
}

function adoptedLines({ adopted }: ApplyResult, style: TextStyle): readonly string[] {
  if (adopted.length === 0) return [];
  const few = adopted.length === 1;
  return [
    ...(style.verbose ? adopted.map((address) => `  . recorded  ${terminalLine(address)}`) : []),
    `${count(adopted.length, 'resource')} already in sync ${few ? 'is' : 'are'} now recorded in the ledger; that took no calls.`,
  ];
}

function messageLines(outcome: Outcome, style: TextStyle): readonly string[] {
  const indent = '      ';
  const conflict = outcome.status === 'conflict';
  return [
    ...wrap(terminalLine(outcome.message), style.width, { first: indent, rest: indent }),
    ...adviceLines(outcome, style, {
      first: `${indent}${style.palette.command('help:')} `,
      rest: `${indent}      `,
    }),
    ...(outcome.fields === undefined || outcome.fields.length === 0
      ? []
      : [
          style.palette.dim(`${indent}${conflict ? 'when planned -> found' : 'expected -> found'}`),
          ...fieldLines(outcome.fields, { absentBefore: '(not set)', absentAfter: '(not set)' }, `${indent}  `, style),
        ]),
  ];
}

export function callCounts(result: ApplyResult): string {
  const { write, reread, check } = result.calls;
  return `${count(write, 'write')} and ${count(reread + check, 'read')} made.`;
}
