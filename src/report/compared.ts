/** A comparison in the terms that every form of a report has for changes: from the left side to the right one. */

import type { FieldChange, OptionChange } from '../model/change.ts';
import type { ComparedField, ComparedOption, ComparedResource, ComparedSide, Comparison } from '../model/comparison.ts';
import type { Fields, Json } from '../model/json.ts';

/** What is said of a value that one side does not have. */
export const NOT_SET = '(not set)';

export function fieldChanges(fields: readonly ComparedField[]): readonly FieldChange[] {
  return fields.flatMap(({ field, left, right, options, order }) => [
    ...(options === undefined && order === undefined ? [change(field, left, right)] : []),
    ...(options === undefined ? [] : [{ field, options: options.map(optionChange) }]),
    ...(order === undefined ? [] : [change(`${field} (order)`, order.left, order.right)]),
  ]);
}

/** Of what only one side has: its fields as they are. */
export function fieldsOf({ fields }: Pick<ComparedResource, 'fields'>): Fields {
  return Object.fromEntries(fields.map(({ field, left, right }) => [field, left ?? right ?? null]));
}

function change(field: string, before: Json | undefined, after: Json | undefined): FieldChange {
  return { field, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

function optionChange({ value, status, left, right }: ComparedOption): OptionChange {
  return {
    value,
    change: status === 'only-left' ? 'remove' : status === 'only-right' ? 'add' : 'update',
    ...(left === undefined ? {} : { before: left }),
    ...(right === undefined ? {} : { after: right }),
  };
}

/** Both sides by different names: of two that are called the same, one says more. */
export function sideNames({ left, right }: Pick<Comparison, 'left' | 'right'>): {
  readonly left: string;
  readonly right: string;
} {
  if (left.name !== right.name) return { left: left.name, right: right.name };
  return { left: `${left.name} (left)`, right: `${right.name} (right)` };
}

/** `sandbox (account 1001, dated surface)`: what stands on a side. */
export function sideText({ source, name, account }: ComparedSide): string {
  const of = source === 'account' ? name : `${name} of ${account.name}`;
  const id = account.hubId === null ? '' : `account ${account.hubId}, `;
  return `${of} (${id}${account.surface} surface)`;
}

export function hasDifference({ summary }: Pick<Comparison, 'summary'>): boolean {
  return summary.different + summary.onlyLeft + summary.onlyRight > 0;
}

/** `3 different, 2 only in sandbox, 12 the same`; what is none is left out. */
export function comparisonCounts(comparison: Comparison): string {
  const { same, different, onlyLeft, onlyRight, notCompared } = comparison.summary;
  const { left, right } = sideNames(comparison);
  const parts = [
    [different, 'different'],
    [onlyLeft, `only in ${left}`],
    [onlyRight, `only in ${right}`],
    [same, 'the same'],
    [notCompared, 'not compared'],
  ] as const;
  const shown = parts.filter(([amount]) => amount > 0).map(([amount, words]) => `${amount} ${words}`);
  return shown.length === 0 ? 'nothing to compare' : shown.join(', ');
}

/** One sentence that claims no more than what was compared. */
export function verdictText(comparison: Comparison): string {
  if (hasDifference(comparison)) return 'They differ.';
  if (!comparison.complete)
    return 'No difference in what was read, but a read failed or was not made: this is not the whole picture.';
  if (comparison.summary.same === 0) return 'Nothing was compared.';
  return comparison.notCompared.length === 0 ? 'No difference.' : 'No difference in what was compared.';
}

/** `Definitions of the service's own that only one side has: 12.` */
export function leftOutText({ summary: { leftOut } }: Pick<Comparison, 'summary'>): string | undefined {
  if (leftOut === 0) return undefined;
  const what = leftOut === 1 ? "1 definition of the service's own" : `${leftOut} definitions of the service's own`;
  return `${what} on one side only ${leftOut === 1 ? 'is' : 'are'} left out (--include takes ${leftOut === 1 ? 'it' : 'them'}).`;
}
