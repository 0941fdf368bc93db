/** A declared option list against the account and the last apply. */

import type { FieldChange } from '../../model/change.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { OptionsMode, Tombstone } from '../../model/option.ts';
import { asOptions, equalField } from '../compare.ts';
import { type DiffInput, type FieldDiff, type FieldRisk, text } from '../field-diff.ts';
import { areStored } from '../stored.ts';
import { inStoredForm } from './forms.ts';
import { holdOptions } from './hold.ts';
import { mergeOptions, type OptionMerge, recordedOptions } from './merge.ts';

export function diffOptions(field: string, declared: Json, input: DiffInput): FieldDiff {
  const live = asOptions(input.live?.[field]);
  const written = {
    declared: asOptions(declared),
    applied: asOptions(input.applied?.[field]),
    retire: tombstones(input.spec),
  };
  const lists = inStoredForm(written, asOptions(input.stored?.[field]), live);
  const mode = input.spec['optionsMode'] === 'exact' ? 'exact' : ('merge' satisfies OptionsMode);
  const whole = mergeOptions({ ...lists, live, mode });
  const record = recordedOptions(lists.declared, lists.retire, whole.after).map(lists.asDeclared);
  const fileMoved = input.applied?.[field] === undefined || !sameDeclaration(record, written.applied);
  const accountMoved = lists.applied.some((option) => !equalOption(option, live));
  const base = { field, live: input.live?.[field] ?? [], record };
  const kept = whole.changed && !fileMoved ? storedMerge(input, field, whole) : undefined;
  if (kept !== undefined)
    return { ...base, after: base.live, foreign: kept, ...NOTHING_TO_WRITE, isStored: true, form: base.live };
  const apart = input.hold && fileMoved ? holdOptions(lists.declared, lists.applied, live) : undefined;
  const isHeld = apart !== undefined && apart.held.size > 0;
  const merge = isHeld ? mergeOptions({ ...lists, declared: apart.wanted, live, mode }) : whole;
  const change = (of: OptionMerge, options = of.changes): FieldChange => ({
    field,
    ...(input.live?.[field] === undefined ? {} : { before: base.live }),
    after: of.after,
    options,
  });
  const moved = fileMoved ? (accountMoved && !isHeld ? 'both-moved' : 'file-differs') : 'account-moved';
  return {
    ...base,
    after: merge.after,
    foreign: merge.foreign,
    isStored: lists.differs && !merge.changed,
    ...(lists.differs ? { form: lists.declared } : {}),
    ...(isHeld
      ? {
          held: change(
            whole,
            whole.changes.filter(({ value }) => apart.held.has(value)),
          ),
        }
      : {}),
    change: merge.changed ? change(merge) : undefined,
    because: merge.changed ? moved : 'in-sync',
    risks: [
      ...merge.removals.map((value) => optionRemoval(value, false)),
      ...merge.retired.map((value) => optionRemoval(value, true)),
    ],
  };
}

/** Tombstones work without a declared option list too. */
export function retireOnly(input: DiffInput): readonly FieldDiff[] {
  const [field] = Object.entries(input.kind.fields).find(([, rule]) => rule.compare === 'options') ?? [];
  const live = field === undefined ? undefined : input.live?.[field];
  if (field === undefined || live === undefined) return [];
  const written = { declared: [], applied: asOptions(input.applied?.[field]), retire: tombstones(input.spec) };
  const { retire } = inStoredForm(written, asOptions(input.stored?.[field]), asOptions(live));
  const named = new Set(retire.map(({ value }) => value));
  const part = diffOptions(
    field,
    asOptions(live).filter((option) => !named.has(option.value)),
    { ...input, spec: { ...input.spec, retire }, applied: undefined },
  );
  return [{ ...part, record: undefined, foreign: [] }];
}

const NOTHING_TO_WRITE = { change: undefined, because: 'in-sync', risks: [] } as const;

/** The options of others beside a list that is still what the service made of ours; undefined when something else is to be done. */
function storedMerge({ stored, live }: DiffInput, field: string, merge: OptionMerge): FieldDiff['foreign'] | undefined {
  const ours = new Set(asOptions(stored?.[field]).map(({ value }) => value));
  const takes = [...merge.removals, ...merge.retired].some((value) => !ours.has(value));
  if (takes || !areStored(stored?.[field], asOptions(live?.[field]))) return undefined;
  return merge.foreign.filter(({ value }) => !ours.has(value));
}

function optionRemoval(value: string, consented: boolean): FieldRisk {
  return { risk: 'option-removal', detail: `option ${text(value)} is removed`, consented };
}

function tombstones(spec: Fields): readonly Tombstone[] {
  return Array.isArray(spec['retire']) ? (spec['retire'] as readonly Tombstone[]) : [];
}

function sameDeclaration(declared: ReturnType<typeof asOptions>, applied: ReturnType<typeof asOptions>): boolean {
  return (
    declared.length === applied.length &&
    declared.every((option, index) => applied[index]?.value === option.value && equalOption(option, applied))
  );
}

function equalOption(option: ReturnType<typeof asOptions>[number], list: ReturnType<typeof asOptions>): boolean {
  return equalField(
    { compare: 'options', mutable: true },
    [option],
    list.filter((other) => other.value === option.value),
  );
}
