/** A create with the name of an archived resource restores it. Determines what returns, and its risks. */

import type { FieldChange, OptionChange } from '../../model/change.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { LiveResource } from '../../model/live.ts';
import { moment } from '../../model/moment.ts';
import { asOptions, sameOption } from '../compare.ts';
import { type FieldRisk, text } from '../field-diff.ts';
import { tombstones } from '../options/plan.ts';

/** Returns no risk if nothing is archived with the name. */
export function restoreRisks(archived: LiveResource | undefined, spec: Fields, kind: Kind): readonly FieldRisk[] {
  if (archived === undefined) return [];
  const { fields } = archived;
  const gone = new Set(tombstones(spec).flatMap(({ value, stage }) => (stage === 'remove' ? [value] : [])));
  const [was, now] = [fields['type'], spec['type']];
  return [
    { risk: 'property-restore', detail: restoringAlone(archived, spec, kind), consented: false },
    ...(isOtherType(was, now) ? [{ risk: 'type-change', detail: otherType(was, now), consented: false } as const] : []),
    ...lostOptions(fields, spec).map(
      (value): FieldRisk => ({
        risk: 'option-removal',
        detail: `its option ${JSON.stringify(value)} does not come back, as it is not declared`,
        consented: gone.has(value),
      }),
    ),
  ];
}

/** Returns the fields of the create, with the restored values as the values before. */
export function comingBack(fields: readonly FieldChange[], archived: Fields): readonly FieldChange[] {
  return fields.map((change) => {
    const before = archived[change.field];
    if (before === undefined) return change;
    return change.options === undefined ? { ...change, before } : withOptions(change, before);
  });
}

/** Removes equal options from the change. An equal list is shown like a new list. */
function withOptions({ options = [], ...change }: FieldChange, before: Json): FieldChange {
  const was = new Map(asOptions(before).map((option) => [option.value, option] as const));
  const is = new Set(asOptions(change.after).map(({ value }) => value));
  const lost = [...was.values()].filter(({ value }) => !is.has(value));
  const touched = options.flatMap((option): readonly OptionChange[] => {
    const old = was.get(option.value);
    if (old === undefined) return [option];
    const now = asOptions([option.after ?? null])[0];
    return now === undefined || sameOption(now, old) ? [] : [{ ...option, change: 'update', before: { ...old } }];
  });
  const changes = [
    ...lost.map((old): OptionChange => ({ value: old.value, change: 'remove', before: { ...old } })),
    ...touched,
  ];
  return changes.length === 0 ? { ...change, options } : { ...change, before, options: changes };
}

/** Returns a clause about the values that the create restores and does not restore. */
export function restoring(archived: LiveResource, spec: Fields, kind: Kind): string {
  const [was, now] = [archived.fields['type'], spec['type']];
  const lost = lostOptions(archived.fields, spec).map((value) => JSON.stringify(value));
  return withNotes(archived, kind, [
    isOtherType(was, now) ? otherType(was, now) : sameType(was),
    sensitivityNote(archived.fields['dataSensitivity']),
    lost.length === 0 ? undefined : `without the options ${lost.join(', ')}, which are not declared`,
  ]);
}

/** Returns the same without the parts that are separate risks. */
function restoringAlone(archived: LiveResource, spec: Fields, kind: Kind): string {
  const { type, dataSensitivity } = archived.fields;
  return withNotes(archived, kind, [
    isOtherType(type, spec['type']) ? undefined : sameType(type),
    sensitivityNote(dataSensitivity),
  ]);
}

function withNotes({ archived }: LiveResource, { words }: Kind, notes: readonly (string | undefined)[]): string {
  const since = archived?.at === undefined ? 'that is archived' : `that was archived at ${moment(archived.at)}`;
  const noted = notes.filter((note) => note !== undefined).join('; ');
  return `creating it restores the ${words.noun} ${since}, with its record values${noted === '' ? '' : ` (${noted})`}`;
}

function isOtherType(was: Json | undefined, now: Json | undefined): boolean {
  return was !== undefined && now !== undefined && now !== was;
}

function otherType(was: Json | undefined, now: Json | undefined): string {
  return `its type changes from ${text(was)} to ${text(now)}`;
}

function sameType(was: Json | undefined): string | undefined {
  return was === undefined ? undefined : `type ${text(was)}`;
}

function sensitivityNote(was: Fields[string] | undefined): string | undefined {
  return was === undefined || was === 'non_sensitive' ? undefined : `dataSensitivity ${text(was)}`;
}

/** The list that is sent is the whole list. */
function lostOptions(fields: Fields, spec: Fields): readonly string[] {
  const declared = new Set(asOptions(spec['options']).map(({ value }) => value));
  return asOptions(fields['options']).flatMap(({ value }) => (declared.has(value) ? [] : [value]));
}
