/** Why a plan is not complete: the sentence, and in short forms one line for each read that failed. */

import type { Plan } from '../../model/plan.ts';
import { terminalLine } from '../escape.ts';
import { UNREAD } from '../exit.ts';
import { folded, moreLine } from './fold.ts';
import type { TextStyle } from './style.ts';

export const NOT_READ = 'The account was not read completely: apply neither creates nor removes what was not read.';

/** Without --verbose. */
const SHOWN = 5;

/** Returns the failed reads, or nothing for a complete plan. Lines are not broken, so that a log can be searched. */
export function unreadLines(
  { complete, findings }: Pick<Plan, 'complete' | 'findings'>,
  style: TextStyle,
): readonly string[] {
  if (complete) return [];
  const causes = findings.filter(({ code }) => UNREAD.includes(code));
  return [
    style.palette.warning(NOT_READ),
    ...folded(causes, style, { causeOf: ({ code }) => code, most: () => SHOWN }).flatMap(({ item, more }) => [
      `${style.palette.warning(`${item.severity}[${terminalLine(item.code)}]`)} ${terminalLine(item.message)}`,
      ...(more > 0 ? [moreLine(more, style)] : []),
    ]),
  ];
}
