/** Words of a comparison that every format uses. */

import { KIND_WORDS } from '../../kinds/words.ts';
import type { ComparedSide, ComparedStatus, Comparison, NotCompared } from '../../model/comparison.ts';
import { count, listCounts } from './layout.ts';
import type { Sign } from './words.ts';

/** Signs of a plan that makes the right side like the left. */
export const COMPARED_SIGNS: Readonly<Record<ComparedStatus, Sign>> = {
  'only-left': { symbol: '+', ink: 'added' },
  'only-right': { symbol: '-', ink: 'removed' },
  different: { symbol: '~', ink: 'changed' },
};

export const COMPARED_WORDS = { absentBefore: undefined, absentAfter: '(not set)' } as const;

export function sideName({ source, account }: ComparedSide): string {
  return source === 'files' ? 'files' : account.name;
}

/** `sandbox (account 1001, dated surface)`. */
export function sideText(side: ComparedSide): string {
  const { hubId, name, surface } = side.account;
  const of = side.source === 'files' ? `files of ${name}` : name;
  return `${of} (${hubId === null ? '' : `account ${hubId}, `}${surface} surface)`;
}

export function statusWords({ left, right }: Comparison): Readonly<Record<ComparedStatus, string>> {
  return {
    different: 'different',
    'only-left': `only in ${sideName(left)}`,
    'only-right': `only in ${sideName(right)}`,
  };
}

/** `3 different, 2 only in sandbox, 12 the same.` */
export function comparisonCounts(comparison: Comparison): string {
  const { same, different, onlyLeft, onlyRight, notCompared } = comparison.summary;
  const words = statusWords(comparison);
  const counts = listCounts([
    [different, words.different],
    [onlyLeft, words['only-left']],
    [onlyRight, words['only-right']],
    [same, 'the same'],
    [notCompared, 'not compared'],
  ]);
  return counts === '' ? 'Nothing to compare.' : `${counts}.`;
}

export function verdictText(comparison: Comparison): string {
  const { resources, complete, notCompared, summary } = comparison;
  const verdict =
    resources.length > 0
      ? 'They differ.'
      : !complete
        ? 'No difference found, but a read failed or was not made.'
        : notCompared.length > 0
          ? 'No difference in what was compared.'
          : 'No difference.';
  if (summary.leftOut === 0) return verdict;
  const what = count(summary.leftOut, 'definition');
  return `${verdict} ${what} of the service itself on one side only: --include PATTERN reports them.`;
}

/** `12 properties in production`. */
export function causeTitle({ kind, fields, addresses, side }: NotCompared, comparison: Comparison): string {
  const { title, noun, plural } = KIND_WORDS[kind];
  const what = addresses.length === 0 ? title : count(addresses.length, noun, plural);
  return `${fields === undefined ? '' : `${fields.join(', ')} of `}${what} in ${sideName(comparison[side])}`;
}
