/** Plans a declared option list against the account and the last apply. */

import { defined } from '../../contract/defined.ts';
import type { FieldChange, OptionChange } from '../../model/change.ts';
import { equalJson, type Fields, type Json } from '../../model/json.ts';
import type { Option, Tombstone } from '../../model/option.ts';
import { asOptions, sameOptions } from '../compare.ts';
import { type DiffInput, type FieldDiff, type FieldRisk, text } from '../field-diff.ts';
import { type FormedLists, inStoredForm } from './forms.ts';
import { holdOptions } from './hold.ts';
import { sharedLabels } from './labels.ts';
import { byValue, differsFrom } from './lists.ts';
import { mergeOptions, type OptionMerge, recordedOptions } from './merge.ts';
import { misretired } from './misretired.ts';

/** Plans the options. Tombstones work without a declared list. Returns undefined if there is nothing to compare. */
export function planOptions(field: string, input: DiffInput): FieldDiff | undefined {
  const { live, applied, stored, spec } = input;
  const declared = spec[field];
  const lists = inStoredForm(
    { declared: asOptions(declared), applied: asOptions(applied?.[field]), retire: tombstones(spec) },
    asOptions(stored?.[field]),
    asOptions(live?.[field]),
  );
  const near = lists.retire.length === 0 ? [] : misretired(lists.retire, lists.declared, asOptions(live?.[field]));
  const more = near.length === 0 ? {} : { misretired: near };
  if (declared !== undefined) return { ...diffLists(field, lists, input), ...more };
  if (spec['retire'] === undefined || live?.[field] === undefined) return undefined;
  const named = new Set(lists.retire.map(({ value }) => value));
  const others = asOptions(live[field]).filter(({ value }) => !named.has(value));
  const part = diffLists(field, { ...lists, declared: others, applied: [] }, { ...input, applied: undefined });
  return { ...part, record: undefined, foreign: [], ...more };
}

function diffLists(field: string, lists: FormedLists, input: DiffInput): FieldDiff {
  const [known, applied] = [input.live?.[field], input.applied?.[field]];
  const live = asOptions(known);
  const mode = input.spec['optionsMode'] === 'exact' ? 'exact' : 'merge';
  const whole = mergeOptions({ ...lists, live, mode });
  const recorded = ({ after }: OptionMerge, dropped: readonly Option[] = []) =>
    recordedOptions([...lists.declared, ...dropped], lists.retire, after).map(lists.asDeclared);
  const record = recorded(whole);
  const fileChanged =
    applied === undefined ||
    isChanged(record, asOptions(applied), { declared: asOptions(input.spec[field]), retire: tombstones(input.spec) });
  const base = { field, live: known ?? [], record };
  const kept = whole.changed && !fileChanged ? storedMerge(input.stored?.[field], live, whole) : undefined;
  if (kept !== undefined)
    return { ...base, after: base.live, foreign: kept, ...NOTHING_TO_WRITE, isStored: true, form: base.live };
  const apart = input.hold && fileChanged ? holdOptions(lists, live) : undefined;
  const isHeld = apart !== undefined && apart.held.size > 0;
  const merge = isHeld ? mergeOptions({ ...lists, declared: apart.desired, held: apart.dropped, live, mode }) : whole;
  const change = (of: OptionMerge, options = of.changes): FieldChange => ({
    field,
    ...(known === undefined ? {} : { before: known }),
    after: of.after,
    options,
  });
  const held = isHeld ? whole.changes.filter(({ value }) => apart.held.has(value)) : [];
  const accountChanged = !isHeld && differsFrom(lists.applied, byValue(live));
  const because = fileChanged ? (accountChanged ? 'both-changed' : 'file-differs') : 'account-changed';
  const hidesFor = input.kind.fields[field]?.retires;
  const canHide = hidesFor !== undefined && input.spec['type'] === hidesFor;
  const retires = retiredOnly(merge.changes, lists);
  const labels = merge.changed ? sharedLabels(live, merge.after) : [];
  return {
    ...base,
    ...(isHeld && apart.dropped.length > 0 ? { record: recorded(merge, apart.dropped) } : {}),
    after: merge.after,
    foreign: merge.foreign,
    isStored: lists.differs && !merge.changed,
    ...(lists.differs ? { form: lists.declared } : {}),
    ...(isHeld ? { held: change(whole, held) } : {}),
    change: merge.changed ? change(merge) : undefined,
    because: merge.changed ? because : 'in-sync',
    ...(retires.length === 0 ? {} : { retires }),
    risks: [
      ...merge.removals.map((value) => ({
        ...optionRemoval(value, false),
        option: { value, canHide, ...defined({ sameLabel: addedWithLabelOf(value, live, merge) }) },
      })),
      ...merge.retired.map((value) => optionRemoval(value, true)),
    ],
    ...(labels.length === 0 ? {} : { sharedLabels: labels }),
  };
}

/** Ignores retired options, whose existence and label the file does not decide. */
function isChanged(
  record: readonly Option[],
  applied: readonly Option[],
  { declared, retire }: Pick<FormedLists, 'declared' | 'retire'>,
): boolean {
  const ours = new Set(declared.map(({ value }) => value));
  const isOurs = ({ value }: Option): boolean => ours.has(value);
  if (!sameOptions(record.filter(isOurs), applied.filter(isOurs))) return true;
  // The comparison ignores undeclared members, so an option that trueup hid is shown again here.
  const shown = new Set(declared.filter((option) => option.hidden === undefined).map(({ value }) => value));
  if (applied.some(({ value, hidden: wasHidden }) => wasHidden === true && shown.has(value))) return true;
  const hiding = new Set(retire.flatMap(({ value, stage }) => (stage === 'hide' ? [value] : [])));
  const hidden = new Set(applied.flatMap((option) => (option.hidden === true ? [option.value] : [])));
  return (
    record.some((option) => !isOurs(option) && !hidden.has(option.value)) ||
    applied.some((option) => !isOurs(option) && !(hiding.has(option.value) && hidden.has(option.value)))
  );
}

/**
 * Returns the options that only `retire` touches. The ledger has no record of them, so it is unknown whether they are retired now for the
 * first time.
 */
function retiredOnly(changes: readonly OptionChange[], { applied, retire }: FormedLists): readonly string[] {
  const touched = changes.filter(({ change }) => change !== 'foreign' && change !== 'move').map(({ value }) => value);
  const [ours, retired] = [byValue(applied), new Set(retire.map(({ value }) => value))];
  return touched.every((value) => retired.has(value) && !ours.has(value)) ? touched : [];
}

const NOTHING_TO_WRITE = { change: undefined, because: 'in-sync', risks: [] } as const;

/** Merges new options of other users into a list that still has the stored form. Returns undefined if the file requires another change. */
function storedMerge(
  stored: Json | undefined,
  live: readonly Option[],
  merge: OptionMerge,
): FieldDiff['foreign'] | undefined {
  if (stored === undefined) return undefined;
  const ours = byValue(asOptions(stored));
  const takes = [...merge.removals, ...merge.retired].some((value) => !ours.has(value));
  const left = live.filter(({ value }) => ours.has(value));
  if (takes || !equalJson(left, stored)) return undefined;
  return merge.foreign.filter(({ value }) => !ours.has(value));
}

function optionRemoval(value: string, consented: boolean): FieldRisk {
  return { risk: 'option-removal', detail: `option ${text(value)} is removed`, consented };
}

/** Returns an added option with the label of the removed option. */
function addedWithLabelOf(value: string, live: readonly Option[], merge: OptionMerge): string | undefined {
  const label = byValue(live).get(value)?.label;
  const added = new Set(merge.changes.flatMap((change) => (change.change === 'add' ? [change.value] : [])));
  return merge.after.find((option) => added.has(option.value) && option.label === label)?.value;
}

/** Returns the entries of `retire`. */
export function tombstones(spec: Fields): readonly Tombstone[] {
  return Array.isArray(spec['retire']) ? (spec['retire'] as readonly Tombstone[]) : [];
}
