/** How two lists of options differ, value by value, and whether what both have stands in another order. Pure. */

import { defined } from '../../contract/defined.ts';
import type { ComparedField, ComparedOption } from '../../model/comparison.ts';
import type { Option, Tombstone } from '../../model/option.ts';
import { sameOption } from '../compare.ts';

export interface OptionLists {
  readonly left: readonly Option[];
  readonly right: readonly Option[];
  /** Which of them the files declare: only what they say of an option is compared. */
  readonly declared?: 'left' | 'right';
  /** Options that the files retire. */
  readonly retire?: readonly Tombstone[];
}

/** Undefined: they are the same. */
export function optionDifferences(lists: OptionLists): Pick<ComparedField, 'options' | 'order'> | undefined {
  const [left, right] = [withRetired(lists, 'left'), withRetired(lists, 'right')];
  const [onLeft, onRight] = [byValue(left), byValue(right)];
  const options = [
    ...left.flatMap((one) => compared(one, onRight.get(one.value), lists.declared)),
    ...right.filter(({ value }) => !onLeft.has(value)).map((one) => only(one, 'right')),
  ].sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
  // Where a retired option stands is not declared.
  const listed = { left: byValue(lists.left), right: byValue(lists.right) };
  const order = {
    left: [...listed.left.keys()].filter((value) => listed.right.has(value)),
    right: [...listed.right.keys()].filter((value) => listed.left.has(value)),
  };
  const isMoved = order.left.some((value, index) => value !== order.right[index]);
  if (options.length === 0 && !isMoved) return undefined;
  return { ...(options.length === 0 ? {} : { options }), ...(isMoved ? { order } : {}) };
}

function compared(
  left: Option,
  right: Option | undefined,
  declared: OptionLists['declared'],
): readonly ComparedOption[] {
  if (right === undefined) return [only(left, 'left')];
  const said = {
    left: declared === 'right' ? membersOf(left, right) : comparable(left, declared),
    right: declared === 'left' ? membersOf(right, left) : comparable(right, declared),
  };
  const isSame = declared === 'right' ? sameOption(said.right, said.left) : sameOption(said.left, said.right);
  if (isSame) return [];
  return [{ value: left.value, status: left.label === right.label ? 'changed' : 'relabelled', ...said }];
}

/** Without its position: positions are compared as an order, as their numbers differ between accounts that show the same. */
function comparable({ value, label, description, hidden }: Option, declared: OptionLists['declared']): Option {
  if (declared === undefined) return { value, label, description: description ?? '', hidden: hidden ?? false };
  return { value, label, ...defined({ description, hidden }) };
}

/** What the account has of the members that are declared. */
function membersOf({ value, label, description, hidden }: Option, declared: Option): Option {
  return {
    ...{ value, label },
    ...(declared.description === undefined ? {} : { description: description ?? '' }),
    ...(declared.hidden === undefined ? {} : { hidden: hidden ?? false }),
  };
}

function only(option: Option, side: 'left' | 'right'): ComparedOption {
  const { value, label, description, hidden } = option;
  const said = { ...(description ? { description } : {}), ...(hidden === true ? { hidden } : {}) };
  return { value, status: `only-${side}`, [side]: { value, label, ...said } };
}

function byValue(options: readonly Option[]): ReadonlyMap<string, Option> {
  return new Map(options.map((option) => [option.value, option]));
}

/** The files say of an option that is to be hidden that it is: it is no other option then. One that is to go is not declared. */
function withRetired({ declared, retire = [], ...lists }: OptionLists, side: 'left' | 'right'): readonly Option[] {
  if (side !== declared || retire.length === 0) return lists[side];
  const live = byValue(declared === 'left' ? lists.right : lists.left);
  const hidden = retire.flatMap(({ value, stage }) => {
    const found = live.get(value);
    return stage === 'hide' && found !== undefined ? [{ ...found, hidden: true }] : [];
  });
  const there = byValue(lists[side]);
  return [...lists[side], ...hidden.filter(({ value }) => !there.has(value))];
}
