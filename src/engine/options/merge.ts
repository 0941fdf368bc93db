/** Three-way merge of an option list: declared, live, last applied. What others added in the account is kept. */

import type { OptionChange } from '../../model/change.ts';
import type { OptionList } from '../../model/field-rule.ts';
import { stayingPositions } from '../../model/lists.ts';
import type { ForeignOption, Option, OptionsMode, Tombstone } from '../../model/option.ts';
import { sameOption } from '../compare.ts';
import { byValue, hasDifferingOption, sameOrder, sortedByValue } from './lists.ts';

export interface OptionMergeInput {
  readonly declared: readonly Option[];
  readonly live: readonly Option[];
  /** Options of the last apply, from the ledger. Empty if there was none. */
  readonly applied: readonly Option[];
  readonly mode: OptionsMode;
  readonly order: OptionList['order'];
  readonly retire: readonly Tombstone[];
  /** Undeclared options that stay although they were applied. */
  readonly held?: readonly Option[];
}

export interface OptionMerge {
  /** The whole list to send, since a sent list replaces the stored one (interface 4.3 rule 1). */
  readonly after: readonly Option[];
  /** Every changed option, and every option of another user that is sent along. */
  readonly changes: readonly OptionChange[];
  readonly changed: boolean;
  /** Values that the write removes without a tombstone at stage remove: they need consent. */
  readonly removals: readonly string[];
  /** Values that a tombstone removes: the tombstone is the consent. */
  readonly retired: readonly string[];
  /** Options of others: neither declared nor on their way out. */
  readonly foreign: readonly ForeignOption[];
}

export function mergeOptions(input: OptionMergeInput): OptionMerge {
  switch (input.order) {
    case 'number':
      return merged(input);
    case 'sequence':
      return merged({ ...input, live: input.live.map(withoutNumber) });
    case 'none':
      return merged({ ...input, declared: sortedByValue(input.declared), live: sortedByValue(input.live) });
  }
}

function merged(input: OptionMergeInput): OptionMerge {
  const live = byValue(input.live);
  const applied = byValue(input.applied);
  const declared = byValue(input.declared);
  const stage = new Map<string, Tombstone['stage'] | 'hold'>([
    ...input.retire.map((tombstone) => [tombstone.value, tombstone.stage] as const),
    ...(input.held ?? []).map(({ value }) => [value, 'hold'] as const),
  ]);

  const undeclared = input.live.filter((option) => !declared.has(option.value));
  const retired = undeclared.filter((option) => stage.get(option.value) === 'remove').map((option) => option.value);
  const removals = undeclared
    .filter((option) => !stage.has(option.value) && (input.mode === 'exact' || applied.has(option.value)))
    .map((option) => option.value);
  const gone = new Set([...retired, ...removals]);
  const kept = undeclared.filter((option) => !gone.has(option.value));

  const desired = input.declared.map((option) => ownedPart(option, applied.get(option.value)));
  const moved = !sameOrder(input.declared, input.live);
  const isHidden = (option: Option): boolean => stage.get(option.value) === 'hide';
  const changed =
    moved ||
    gone.size > 0 ||
    hasDifferingOption(desired, live) ||
    kept.some((option) => isHidden(option) && option.hidden !== true);
  const foreign = kept.filter((option) => !stage.has(option.value)).map(named);
  // Most lists of a plan.
  if (!changed) return { after: input.live, changes: [], changed, removals, retired, foreign };
  const behind = arranged(desired, kept, input.live);
  const list = (input.order === 'none' ? sortedByValue(behind) : behind).map((option) =>
    isHidden(option) ? { ...option, hidden: true } : option,
  );
  const after = input.order === 'number' ? numbered(list, { live, declared, moved }) : unnumbered(list, live);
  const isMoved = input.order === 'number' ? hasOtherNumber : findMoved(after, input.live);
  const changes = describe({ after, before: input.live, live, declared, stage, gone, isMoved, order: input.order });
  return { after, changes, changed, removals, retired, foreign };
}

/** Returns only the name of an option of another user, or the rule. */
export function named({ value, label, arguments: given }: Option): ForeignOption {
  return { value, label, ...(given === undefined ? {} : { arguments: given }) };
}

/** Returns the options that the ledger records as ours, in the order of the account: the declared options, and options that trueup hid. */
export function recordedOptions(
  declared: readonly Option[],
  retire: readonly Tombstone[],
  after: readonly Option[],
): readonly Option[] {
  const hidden = new Set(retire.filter((tombstone) => tombstone.stage === 'hide').map(({ value }) => value));
  const ours = byValue(declared);
  return after.flatMap((option) => ours.get(option.value) ?? (hidden.has(option.value) ? [option] : []));
}

/** A hidden flag that we set and that is no longer declared is taken back; otherwise an undeclared member is not ours. */
function ownedPart(option: Option, applied: Option | undefined): Option {
  return option.hidden === undefined && applied?.hidden === true ? { ...option, hidden: false } : option;
}

function describe(merge: {
  readonly after: readonly Option[];
  readonly before: readonly Option[];
  readonly live: ReadonlyMap<string, Option>;
  readonly declared: ReadonlyMap<string, Option>;
  readonly stage: ReadonlyMap<string, Tombstone['stage'] | 'hold'>;
  readonly gone: ReadonlySet<string>;
  readonly isMoved: (option: Option, before: Option) => boolean;
  readonly order: OptionList['order'];
}): readonly OptionChange[] {
  const present = merge.after.flatMap((option): OptionChange[] => {
    const { value } = option;
    const before = merge.live.get(value);
    if (before === undefined) return [{ value, change: 'add', after: option }];
    const hiding = merge.stage.get(value) === 'hide' && before.hidden !== true;
    if (hiding) return [{ value, change: 'hide', before, after: option }];
    if (!sameOption({ ...option, displayOrder: -1 }, before))
      return [
        {
          value,
          change: 'update',
          ...(merge.order === 'sequence' && merge.isMoved(option, before) ? { moved: true } : {}),
          before,
          after: option,
        },
      ];
    if (merge.isMoved(option, before)) return [{ value, change: 'move', before, after: option }];
    return merge.declared.has(value) || merge.stage.has(value) ? [] : [{ value, change: 'foreign' }];
  });
  const removed = merge.before
    .filter((option) => merge.gone.has(option.value))
    .map((option): OptionChange => ({ value: option.value, change: 'remove', before: option }));
  return [...present, ...removed];
}

/** Declared options in their order; each kept one behind the option that it follows in the account. */
function arranged(declared: readonly Option[], kept: readonly Option[], live: readonly Option[]): readonly Option[] {
  const followers = new Map<string | undefined, Option[]>();
  const anchors = new Set(declared.map((option) => option.value));
  const keptValues = byValue(kept);
  let anchor: string | undefined;
  for (const option of live) {
    const keptOption = keptValues.get(option.value);
    if (keptOption !== undefined) followers.set(anchor, [...(followers.get(anchor) ?? []), keptOption]);
    else if (anchors.has(option.value)) anchor = option.value;
  }
  return [
    ...(followers.get(undefined) ?? []),
    ...declared.flatMap((option) => [option, ...(followers.get(option.value) ?? [])]),
  ];
}

/**
 * Completes the declaration with values of the account, and gives each option a displayOrder (assumption A17). It is the declared number,
 * else the live number if it still ascends, else the previous number plus one. The numbers never descend, because an undeclared number
 * never exceeds the next one.
 */
function numbered(
  list: readonly Option[],
  input: {
    readonly live: ReadonlyMap<string, Option>;
    readonly declared: ReadonlyMap<string, Option>;
    readonly moved: boolean;
  },
): readonly Option[] {
  const { live, declared, moved } = input;
  const gap = moved || list.some((option) => !live.has(option.value)) ? 1 : 0;
  let before = -1;
  const ascending = list.map(({ value }) => {
    const present = moved ? undefined : natural(live.get(value)?.displayOrder);
    const free = present !== undefined && present >= before + gap ? present : before + 1;
    before = natural(declared.get(value)?.displayOrder) ?? free;
    return before;
  });
  let next = Number.POSITIVE_INFINITY;
  return list
    .map((option, index) => [option, ascending[index] ?? 0] as const)
    .toReversed()
    .map(([option, number]) => {
      next = natural(declared.get(option.value)?.displayOrder) ?? Math.min(number, next);
      return { ...live.get(option.value), ...option, displayOrder: next };
    })
    .toReversed();
}

/** Completes the declaration with values of the account. */
function unnumbered(list: readonly Option[], live: ReadonlyMap<string, Option>): readonly Option[] {
  return list.map((option) => ({ ...live.get(option.value), ...option }));
}

function withoutNumber({ displayOrder: _, ...option }: Option): Option {
  return option;
}

function hasOtherNumber(option: Option, before: Option): boolean {
  return option.displayOrder !== before.displayOrder;
}

/** Returns a test for the fewest entries that have to move. */
function findMoved(after: readonly Option[], live: readonly Option[]): (option: Option) => boolean {
  const positions = new Map(live.map(({ value }, index) => [value, index] as const));
  const staying = stayingPositions(after.map(({ value }) => positions.get(value)));
  const values = new Set([...staying].map((index) => after[index]?.value));
  return ({ value }) => !values.has(value);
}

/** Returns undefined for an order below 0: it asks for the last position. */
function natural(order: number | undefined): number | undefined {
  return order !== undefined && order >= 0 ? order : undefined;
}
