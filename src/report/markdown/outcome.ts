/** Outcomes as Markdown for a review: counts first, then a table. */

import { type ApplyResult, isGood, type LeftOut, type Outcome } from '../../model/outcome.ts';
import { markdownCode, markdownText } from '../escape.ts';
import type { Face } from '../fix-ways.ts';
import { inOrder } from '../outcome-groups.ts';
import { count } from '../text/layout.ts';
import { outcomeCounts } from '../text/outcome.ts';
import { STATUS_SIGNS } from '../text/words.ts';
import { findingParts, markdownAdvice } from './findings.ts';

/** Everything; all but the successes; or only how many of each there are. */
export type OutcomeDetail = 'whole' | 'bad' | 'counts';

export function outcomeMarkdown(result: ApplyResult, detail: OutcomeDetail = 'whole', face: Face = 'terminal'): string {
  const rows = shownOf(result, detail).map(
    (outcome) =>
      `| ${STATUS_SIGNS[outcome.status].symbol.replace('+', '\\+')} ${outcome.status} | ${outcome.action} | ${markdownCode(outcome.address)} | ${markdownText(outcome.message)}${markdownAdvice(outcome, face)} |`,
  );
  const parts = [
    '### Outcome',
    `**${outcomeCounts(result)}**${result.interrupted ? ', interrupted' : ''}. ${count(result.calls.write, 'write')} made.`,
    ...(detail === 'counts' ? [] : [...leftOutParts(result.leftOut), ...findingParts(result.findings, 'whole', face)]),
    ...(rows.length === 0
      ? []
      : [['| status | action | address | message |', '|---|---|---|---|', ...rows].join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function shownOf({ outcomes }: ApplyResult, detail: OutcomeDetail): readonly Outcome[] {
  if (detail === 'counts') return [];
  return inOrder(detail === 'whole' ? outcomes : outcomes.filter((outcome) => !isGood(outcome)));
}

/** Blocked changes of the plan that nobody may take for done. */
function leftOutParts(changes: readonly LeftOut[]): readonly string[] {
  if (changes.length === 0) return [];
  const lines = changes.map(({ address, reason }) => `- ${markdownCode(address)}: ${markdownText(reason)}`);
  return [`**Left out because blocked**\n\n${lines.join('\n')}`];
}
