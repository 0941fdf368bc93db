/** The one generic differ: declared fields of a resource against the account and the last apply. */

import type { FieldChange, ReasonCode } from '../model/change.ts';
import type { Fields, Json } from '../model/json.ts';
import type { FieldRule, Kind } from '../model/kind.ts';
import type { ForeignOption, OptionsMode, Tombstone } from '../model/option.ts';
import type { RiskName } from '../model/policy.ts';
import { asOptions, equalField } from './compare.ts';
import { mergeOptions, recordedOptions } from './options.ts';

export interface DiffInput {
  readonly kind: Pick<Kind, 'fields'>;
  /** Declared fields and the rules beside them (optionsMode, retire). */
  readonly spec: Fields;
  /** Undefined: the resource does not exist. A field that is absent is not known. */
  readonly live: Fields | undefined;
  /** As the ledger has them; undefined when never applied. */
  readonly applied: Fields | undefined;
  /** Leave alone what moved in the account while the file stood still. */
  readonly hold: boolean;
}

interface FieldRisk {
  readonly risk: RiskName;
  /** What would happen, as half a sentence. */
  readonly detail: string;
  /** The declaration itself consents: a tombstone at stage remove. */
  readonly consented: boolean;
}

export interface Diff {
  readonly fields: readonly FieldChange[];
  /** Every owned field after the change. */
  readonly after: Fields;
  /** What the ledger records once `after` holds: declared fields only. */
  readonly record: Fields;
  readonly because: Extract<
    ReasonCode,
    'missing' | 'file-differs' | 'account-moved' | 'both-moved' | 'value-unknown' | 'in-sync'
  >;
  readonly risks: readonly FieldRisk[];
  /** Fields that moved in the account and are left alone. */
  readonly held: readonly FieldChange[];
  /** Options of others in a list that is left as it is. */
  readonly foreign: readonly ForeignOption[];
}

export function diffResource(input: DiffInput): Diff {
  const owned = Object.entries(input.kind.fields).flatMap(([field, rule]) => {
    const declared = input.spec[field];
    return declared === undefined ? [] : [diffField(field, rule, declared, input)];
  });
  const undeclaredRetirement = input.spec['options'] === undefined && input.spec['retire'] !== undefined;
  const parts = undeclaredRetirement ? [...owned, ...retireOnly(input)] : owned;
  const differing = parts.filter((part) => part.change !== undefined);
  const held =
    input.hold && input.live !== undefined ? differing.filter((part) => part.because === 'account-moved') : [];
  const moving = differing.filter((part) => !held.includes(part));
  return {
    fields: moving.flatMap((part) => part.change ?? []),
    after: Object.fromEntries(parts.map((part) => [part.field, held.includes(part) ? part.live : part.after])),
    record: Object.fromEntries(parts.flatMap((part) => (part.record === undefined ? [] : [[part.field, part.record]]))),
    because: input.live === undefined ? 'missing' : together(moving.map((part) => part.because)),
    risks: moving.flatMap((part) => part.risks),
    held: held.flatMap((part) => part.change ?? []),
    foreign: parts.filter((part) => !moving.includes(part)).flatMap((part) => part.foreign ?? []),
  };
}

interface FieldDiff {
  readonly field: string;
  readonly live: Json;
  readonly after: Json;
  readonly record: Json | undefined;
  readonly change: FieldChange | undefined;
  readonly because: Diff['because'];
  readonly risks: Diff['risks'];
  readonly foreign?: readonly ForeignOption[];
}

function diffField(field: string, rule: FieldRule, declared: Json, input: DiffInput): FieldDiff {
  if (rule.compare === 'options') return diffOptions(field, declared, input);
  const live = input.live?.[field];
  const same = input.live !== undefined && equalField(rule, declared, live);
  const risky = rule.risk !== undefined && live !== undefined && !same;
  return {
    field,
    live: live ?? null,
    after: declared,
    record: declared,
    change: same ? undefined : { field, ...(live === undefined ? {} : { before: live }), after: declared },
    because: same ? 'in-sync' : reasonOf(rule, declared, live, input.applied?.[field]),
    risks: risky
      ? [{ risk: rule.risk, detail: `${field} changes from ${text(live)} to ${text(declared)}`, consented: false }]
      : [],
  };
}

function diffOptions(field: string, declared: Json, input: DiffInput): FieldDiff {
  const live = input.live?.[field];
  const retire = tombstones(input.spec);
  const applied = asOptions(input.applied?.[field]);
  const merge = mergeOptions({
    declared: asOptions(declared),
    live: asOptions(live),
    applied,
    mode: input.spec['optionsMode'] === 'exact' ? 'exact' : ('merge' satisfies OptionsMode),
    retire,
  });
  const change: FieldChange = {
    field,
    ...(live === undefined ? {} : { before: live }),
    after: merge.after,
    options: merge.changes,
  };
  const record = recordedOptions(asOptions(declared), retire, merge.after);
  const creating = input.live === undefined;
  const fileMoved = input.applied?.[field] === undefined || !sameDeclaration(record, applied);
  const accountMoved = applied.some((option) => !equalOption(option, asOptions(live)));
  return {
    field,
    live: live ?? [],
    after: merge.after,
    record,
    foreign: merge.foreign,
    change: merge.changed || (creating && merge.after.length > 0) ? change : undefined,
    because: !merge.changed
      ? 'in-sync'
      : fileMoved && accountMoved
        ? 'both-moved'
        : fileMoved
          ? 'file-differs'
          : 'account-moved',
    risks: [
      ...merge.removals.map((value) => optionRemoval(value, false)),
      ...merge.retired.map((value) => optionRemoval(value, true)),
    ],
  };
}

function optionRemoval(value: string, consented: boolean): FieldRisk {
  return { risk: 'option-removal', detail: `option ${text(value)} is removed`, consented };
}

/** Tombstones work without a declared option list too. */
function retireOnly(input: DiffInput): readonly FieldDiff[] {
  const [field] = Object.entries(input.kind.fields).find(([, rule]) => rule.compare === 'options') ?? [];
  const live = field === undefined ? undefined : input.live?.[field];
  if (field === undefined || live === undefined) return [];
  const named = new Set(tombstones(input.spec).map(({ value }) => value));
  const part = diffOptions(
    field,
    asOptions(live).filter((option) => !named.has(option.value)),
    { ...input, applied: undefined },
  );
  return [{ ...part, record: undefined, foreign: [] }];
}

function reasonOf(rule: FieldRule, declared: Json, live: Json | undefined, applied: Json | undefined): Diff['because'] {
  if (live === undefined) return 'value-unknown';
  if (applied === undefined || equalField(rule, applied, live)) return 'file-differs';
  return equalField(rule, declared, applied) ? 'account-moved' : 'both-moved';
}

/** One reason for the whole change. */
function together(reasons: readonly Diff['because'][]): Diff['because'] {
  const distinct = new Set(reasons);
  if (distinct.size === 0) return 'in-sync';
  if (distinct.has('both-moved') || (distinct.has('file-differs') && distinct.has('account-moved')))
    return 'both-moved';
  if (distinct.has('account-moved')) return 'account-moved';
  return distinct.has('file-differs') ? 'file-differs' : 'value-unknown';
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

function text(value: Json | undefined): string {
  return typeof value === 'string' ? `"${value}"` : JSON.stringify(value ?? null);
}
