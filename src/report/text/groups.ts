/** Accounts with something to tell, by what became of them and why: a line for each reason, with how many they are and which. */

import type { FailedFor } from '../../model/rollout.ts';
import type { AccountGroup } from '../../model/rollout-report.ts';
import { terminalLine } from '../escape.ts';
import { count, nameSome, wrap } from './layout.ts';
import { groupTitle, STATE_SIGNS } from './rollout-words.ts';
import type { TextStyle } from './style.ts';

/** Accounts named in a list. */
const NAMED = 10;
const GROUPS_SHOWN = 20;

export function groupLines(groups: readonly AccountGroup[], style: TextStyle): readonly string[] {
  return linesOf('Accounts with something to tell', groups, style, () => undefined);
}

/** Accounts that have no plan, each reason with what to do about it. */
export function unplannedLines(groups: readonly AccountGroup[], style: TextStyle): readonly string[] {
  return linesOf('Accounts without a plan', groups, style, adviceFor);
}

const ADVICE: Readonly<Record<FailedFor, string>> = {
  auth: 'Plan them again once their keys and credentials are right; an account whose token is refused has to install the app again.',
  rate: 'Plan them again later.',
  busy: 'Plan them again later.',
  config: 'Correct the files, the keys or the account first: planned again as they are, the same happens.',
  transport: 'Plan them again once the service can be reached.',
  refused: 'Correct the cause first: planned again as they are, the same happens.',
  conflict: 'Plan them again.',
  worker: 'Plan them again.',
};

const LEFT_OUT = 'Only active accounts are planned.';

function adviceFor({ state, because }: AccountGroup): string | undefined {
  if (state === 'skipped') return LEFT_OUT;
  return because === null ? undefined : ADVICE[because];
}

function linesOf(
  heading: string,
  groups: readonly AccountGroup[],
  style: TextStyle,
  advice: (group: AccountGroup) => string | undefined,
): readonly string[] {
  if (groups.length === 0) return [];
  const shown = style.verbose ? groups : groups.slice(0, GROUPS_SHOWN);
  const left = groups.slice(shown.length).reduce((sum, { hubIds }) => sum + hubIds.length, 0);
  const indent = { first: '      ', rest: '      ' };
  return [
    style.palette.heading(heading),
    ...shown.flatMap((group) => {
      const what = advice(group);
      return [
        ...wrap(terminalLine(`${group.hubIds.length} ${groupTitle(group)}`), style.width, {
          first: `  ${STATE_SIGNS[group.state].symbol} `,
          rest: '    ',
        }),
        ...(what === undefined ? [] : wrap(what, style.width, indent)),
        ...wrap(namedAccounts(group.hubIds, style), style.width, indent).map(style.palette.dim),
      ];
    }),
    ...(left === 0 ? [] : [style.palette.dim(`  ... ${count(left, 'more account')} (--verbose lists them)`)]),
  ];
}

export function namedAccounts(hubIds: readonly number[], { verbose }: TextStyle): string {
  return nameSome(hubIds.map(String), verbose ? hubIds.length : NAMED);
}
