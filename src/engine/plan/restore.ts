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
    { risk: 'property-restore', detail: restoring(archived, kind), consented: false },
    ...(was !== undefined && now !== undefined && now !== was
      ? [
          {
            risk: 'type-change',
            detail: `its type changes from ${text(was)} to ${text(now)}`,
            consented: false,
          } as const,
        ]
      : []),
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

/** Returns a clause about the resource that the create restores. */
function restoring({ archived, fields }: LiveResource, { words }: Kind): string {
  const since = archived?.at === undefined ? 'that is archived' : `that was archived at ${moment(archived.at)}`;
  const { type, dataSensitivity = 'non_sensitive' } = fields;
  const notes = [
    ...(type === undefined ? [] : [`type ${text(type)}`]),
    ...(dataSensitivity === 'non_sensitive' ? [] : [`dataSensitivity ${text(dataSensitivity)}`]),
  ];
  const noted = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  return `creating it restores the ${words.noun} ${since}, with its record values${noted}`;
}

/** The list that is sent is the whole list. */
function lostOptions(fields: Fields, spec: Fields): readonly string[] {
  const declared = new Set(asOptions(spec['options']).map(({ value }) => value));
  return asOptions(fields['options']).flatMap(({ value }) => (declared.has(value) ? [] : [value]));
}
