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
import { OUTCOME_ORDER } from '../outcome-groups.ts';
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
/** Left out for one reason, without --verbose. */
const LEFT_OUT_SHOWN = 20;
const ALL_LEFT_OUT = 'Nothing was applied: every change is blocked.';

export function outcomeText(result: ApplyResult, style: TextStyle, typed?: Invocation): string {
  const byStatus = Map.groupBy(result.outcomes, (outcome) => outcome.status);
  const blocks = [
    ...OUTCOME_ORDER.map((status) => statusBlock(byStatus.get(status) ?? [], status, style)),
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
  const byStatus = Map.groupBy(result.outcomes, (outcome) => outcome.status);
  const undone = OUTCOME_ORDER.filter((status) => status !== 'applied');
  const lines = undone.flatMap((status) => statusBlock(byStatus.get(status) ?? [], status, style));
  return [
    ...lines,
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
  return `  ${word} ${padEnd(outcome.action, 7)} ${terminalLine(outcome.address)}`;
}

function statusBlock(outcomes: readonly Outcome[], status: OutcomeStatus, style: TextStyle): readonly string[] {
  const lines = (outcome: Outcome): readonly string[] =>
    outcome.status === 'applied' ? [outcomeLine(outcome, style)] : attentionLines(outcome, style);
  // What was skipped follows from something else that is listed whole.
  const most = isGood({ status }) || status === 'skipped' ? SHOWN : outcomes.length;
  return folded(outcomes, style, { causeOf: () => status, most: () => most }).flatMap(({ item, more }) => [
    ...lines(item),
    ...(more > 0 ? [`  ${moreLine(more, style, status)}`] : []),
  ]);
}

/** Blocked changes of the plan that nobody may take for done. */
function leftOutLines(changes: readonly LeftOut[], style: TextStyle): readonly string[] {
  const indent = '      ';
  const sign = style.palette.error(`! ${padEnd('left out', 9)}`);
  return folded(changes, style, { causeOf: ({ reason }) => reason, most: () => LEFT_OUT_SHOWN }).flatMap(
    ({ item, more }) => [
      `  ${sign} ${style.palette.strong(terminalLine(item.address))}`,
      ...wrap(terminalLine(item.reason), style.width, { first: indent, rest: indent }),
      ...(more > 0 ? [`  ${moreLine(more, style)}`] : []),
    ],
  );
}

function adoptedLines({ adopted }: ApplyResult, style: TextStyle): readonly string[] {
  if (adopted.length === 0) return [];
  const few = adopted.length === 1;
  return [
    ...(style.verbose ? adopted.map((address) => `  . recorded  ${terminalLine(address)}`) : []),
    `${count(adopted.length, 'resource')} already in sync ${few ? 'is' : 'are'} now recorded in the ledger; that took no calls.`,
  ];
}

function attentionLines(outcome: Outcome, style: TextStyle): readonly string[] {
  const indent = '      ';
  const call = outcome.call === undefined ? '' : style.palette.dim(`  call ${terminalLine(outcome.call)}`);
  const conflict = outcome.status === 'conflict';
  return [
    `${outcomeLine(outcome, style)}${call}`,
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
