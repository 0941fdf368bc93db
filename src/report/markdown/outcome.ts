/** Outcomes as Markdown for a review: counts first, then a table. */

import { type ApplyResult, isGood, type LeftOut, type Outcome } from '../../model/outcome.ts';
import { markdownCode, markdownText } from '../escape.ts';
import type { Face } from '../fix-ways.ts';
import { outcomeGroups } from '../outcome-groups.ts';
import { count } from '../text/layout.ts';
import { outcomeCounts } from '../text/outcome.ts';
import { STATUS_SIGNS } from '../text/words.ts';
import { findingParts, markdownAdvice } from './findings.ts';

/** Everything; all but the successes; or only how many of each there are. */
export type OutcomeDetail = 'whole' | 'bad' | 'counts';

export function outcomeMarkdown(result: ApplyResult, detail: OutcomeDetail = 'whole', face: Face = 'terminal'): string {
  const rows = outcomeGroups(shownOf(result, detail)).map((group) => {
    const [first] = group;
    const sign = STATUS_SIGNS[first.status].symbol.replace('+', '\\+');
    const addresses = group.map(({ address }) => markdownCode(address)).join('<br>');
    return `| ${sign} ${first.status} | ${first.action} | ${addresses} | ${markdownText(first.message)}${markdownAdvice(first, face)} |`;
  });
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
  return detail === 'whole' ? outcomes : outcomes.filter((outcome) => !isGood(outcome));
}

/** Blocked changes of the plan that nobody may take for done. */
function leftOutParts(changes: readonly LeftOut[]): readonly string[] {
  if (changes.length === 0) return [];
  const lines = [...Map.groupBy(changes, ({ reason }) => reason)].map(
    ([reason, equal]) => `- ${equal.map(({ address }) => markdownCode(address)).join(', ')}: ${markdownText(reason)}`,
  );
  return [`**Left out because blocked**\n\n${lines.join('\n')}`];
}
