/** Plans a declared option list against the account and the last apply. */

import type { FieldChange, OptionChange } from '../../model/change.ts';
import type { OptionList } from '../../model/field-rule.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { Option, Tombstone } from '../../model/option.ts';
import { asOptions, sameOption, sameOptions } from '../compare.ts';
import { type DiffInput, type FieldDiff, type FieldRisk, text } from '../field-diff.ts';
import { leftSince } from './left.ts';
import { byValue, hasDifferingOption, sameOrder, selectMembers, sortByList } from './lists.ts';
import { mergeOptions, type OptionMerge, recordedOptions } from './merge.ts';

interface OptionLists {
  readonly declared: readonly Option[];
  /** Declared options of the last apply, from the ledger. */
  readonly applied: readonly Option[];
  readonly retire: readonly Tombstone[];
  /** Undeclared entries that stay although they were applied. */
  readonly held: readonly Option[];
}

/** Plans the options. Returns undefined if there is nothing to compare. */
export function planOptions(field: string, rule: OptionList, input: DiffInput): FieldDiff | undefined {
  return typeof rule.removal === 'string' ? planRemovable(field, rule, input) : planStaying(field, rule, input);
}

/** Plans a list whose entries no call removes. Reports the entries that left the files, also if the whole list left them. */
function planStaying(field: string, rule: OptionList, input: DiffInput): FieldDiff | undefined {
  const [declared, applied] = [asOptions(input.spec[field]), asOptions(input.applied?.[field])];
  const isUndeclared = input.spec[field] === undefined;
  if (isUndeclared && applied.length === 0) return undefined;
  const [ours, live] = [byValue(declared), byValue(asOptions(input.live?.[field]))];
  const held = applied.filter(({ value }) => live.has(value) && !ours.has(value));
  const lists = { declared, applied: applied.filter(({ value }) => ours.has(value)), retire: [], held };
  const { optionsMode: _, ...spec } = input.spec;
  const part = diffLists({ field, rule, lists }, { ...input, spec });
  return {
    ...part,
    ...(isUndeclared ? { record: undefined, foreign: [] } : {}),
    ...(held.length === 0 ? {} : { stays: { field, list: rule, values: held.map(({ value }) => value) } }),
  };
}

/** Tombstones work without a declared list. */
function planRemovable(field: string, rule: OptionList, input: DiffInput): FieldDiff | undefined {
  const { live, applied, spec } = input;
  const declared = spec[field];
  const lists: OptionLists = {
    declared: asOptions(declared),
    applied: asOptions(applied?.[field]),
    retire: tombstones(spec),
    held: [],
  };
  if (declared !== undefined) return diffLists({ field, rule, lists }, input);
  if (spec['retire'] === undefined || live?.[field] === undefined) return undefined;
  const named = new Set(lists.retire.map(({ value }) => value));
  const others = asOptions(live[field]).filter(({ value }) => !named.has(value));
  const part = diffLists(
    { field, rule, lists: { ...lists, declared: others, applied: [] } },
    { ...input, applied: undefined },
  );
  return { ...part, record: undefined, foreign: [] };
}

interface Listed {
  readonly field: string;
  readonly rule: OptionList;
  readonly lists: OptionLists;
}

function diffLists({ field, rule, lists }: Listed, input: DiffInput): FieldDiff {
  const { order } = rule;
  const [known, applied] = [input.live?.[field], input.applied?.[field]];
  const live = asOptions(known);
  const mode = input.isExact === true || input.spec['optionsMode'] === 'exact' ? 'exact' : 'merge';
  const whole = mergeOptions({ ...lists, live, mode, order });
  const recorded = ({ after }: OptionMerge, dropped: readonly Option[] = []) =>
    recordedOptions([...lists.declared, ...dropped], lists.retire, after);
  const record = recorded(whole);
  const fileChanged = applied === undefined || isChanged(record, asOptions(applied), lists);
  const base = { field, live: known ?? [], record };
  const apart = input.hold && fileChanged ? holdOptions(lists, live) : undefined;
  const isHeld = apart !== undefined && apart.held.size > 0;
  const merge = isHeld
    ? mergeOptions({ ...lists, declared: apart.desired, held: [...lists.held, ...apart.dropped], live, mode, order })
    : whole;
  const change = (of: OptionMerge, options = of.changes): FieldChange => ({
    field,
    ...(known === undefined ? {} : { before: known }),
    after: of.after,
    options,
  });
  const held = isHeld ? whole.changes.filter(({ value }) => apart.held.has(value)) : [];
  const accountChanged = !isHeld && hasDifferingOption(lists.applied, byValue(live));
  const because = fileChanged ? (accountChanged ? 'both-changed' : 'file-differs') : 'account-changed';
  const canHide = rule.retires !== undefined && input.spec['type'] === rule.retires;
  const retires = retiredOnly(merge.changes, lists);
  return {
    ...base,
    ...(isHeld && apart.dropped.length > 0 ? { record: recorded(merge, apart.dropped) } : {}),
    after: merge.after,
    foreign: merge.foreign,
    ...(isHeld ? { held: change(whole, held) } : {}),
    change: merge.changed ? change(merge) : undefined,
    because: merge.changed ? because : 'in-sync',
    ...(retires.length === 0 ? {} : { retires }),
    risks: [
      ...merge.removals.flatMap((value) =>
        optionRemoval(value, rule, false).map((risk) => ({ ...risk, option: { value, list: rule, canHide } })),
      ),
      ...merge.retired.flatMap((value) => optionRemoval(value, rule, true)),
    ],
  };
}

/** Ignores retired options, whose existence and label the file does not decide. */
function isChanged(record: readonly Option[], applied: readonly Option[], { declared, retire }: OptionLists): boolean {
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
function retiredOnly(changes: readonly OptionChange[], { applied, retire }: OptionLists): readonly string[] {
  const touched = changes.filter(({ change }) => change !== 'foreign' && change !== 'move').map(({ value }) => value);
  const [ours, retired] = [byValue(applied), new Set(retire.map(({ value }) => value))];
  return touched.every((value) => retired.has(value) && !ours.has(value)) ? touched : [];
}

function optionRemoval(value: string, { noun, removal }: OptionList, consented: boolean): readonly FieldRisk[] {
  if (typeof removal !== 'string') return [];
  return [{ risk: removal, detail: `${noun} ${text(value)} is removed`, consented }];
}

/** Returns the entries of `retire`. */
export function tombstones(spec: Fields): readonly Tombstone[] {
  return Array.isArray(spec['retire']) ? (spec['retire'] as readonly Tombstone[]) : [];
}

interface Recording {
  /** Record after the last call. */
  readonly whole: Json;
  /** Record before the first call. */
  readonly earlier: Json | undefined;
  /** List that the call leaves. */
  readonly now: Json;
}

/** Returns the record of a list after a call that does a part of its change. */
export function recordedSoFar({ whole, earlier, now }: Recording): readonly Option[] {
  const [planned, was] = [byValue(asOptions(whole)), byValue(asOptions(earlier))];
  return asOptions(now).flatMap((option) => {
    const own = planned.get(option.value);
    if (own !== undefined && sameOption(own, option)) return [own];
    return was.get(option.value) ?? [];
  });
}

interface HeldOptions {
  /** Options to request instead of the declared options. */
  readonly desired: readonly Option[];
  /** Values of the options that changed in the account and that the file did not change, or dropped. */
  readonly held: ReadonlySet<string>;
  /** Options of them that the file dropped, as they were applied. */
  readonly dropped: readonly Option[];
}

/** Applies the other changes of the file to a list with held drift, and keeps the changes of the account. Pure. */
function holdOptions({ declared, applied, retire }: OptionLists, live: readonly Option[]): HeldOptions {
  const was = byValue(applied);
  const now = byValue(live);
  const stands = new Set(
    declared.filter((option) => isUnchanged(option, was.get(option.value))).map(({ value }) => value),
  );
  const keepsOrder = sameOrder(declared, applied);
  const named = new Set([...declared, ...retire].map(({ value }) => value));
  const drift = leftSince(applied, live).filter(({ value, change }) => {
    if (!named.has(value)) return change === 'update';
    return stands.has(value) && (change !== 'move' || keepsOrder);
  });
  const held = new Set(drift.map(({ value }) => value));
  const desired = declared.flatMap((option) => {
    const found = now.get(option.value);
    if (!held.has(option.value)) return [option];
    // The declared members, as the account has them.
    return found === undefined ? [] : [{ ...option, ...selectMembers(found, Object.keys(option)) }];
  });
  const ours = live.filter(({ value }) => was.has(value));
  const dropped = applied.filter(({ value }) => held.has(value) && !named.has(value));
  return { desired: keepsOrder ? sortByList(ours, desired) : desired, held, dropped };
}

function isUnchanged(option: Option, applied: Option | undefined): boolean {
  return applied !== undefined && sameOption(option, applied) && sameOption(applied, option);
}
