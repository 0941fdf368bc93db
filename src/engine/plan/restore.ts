/** A create under the name of something archived brings that back: what returns with it, and the risk that it is. */

import type { Fields } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { LiveResource } from '../../model/live.ts';
import { moment } from '../../model/moment.ts';
import { asOptions } from '../compare.ts';
import { type FieldRisk, text } from '../field-diff.ts';

/** Nothing where nothing is archived under the name. */
export function restoreRisks(archived: LiveResource | undefined, spec: Fields, kind: Kind): readonly FieldRisk[] {
  if (archived === undefined) return [];
  return [{ risk: 'property-restore', detail: restoring(archived, spec, kind), consented: false }];
}

/** Half a sentence: what a create of the name brings back. */
export function restoring({ fields, archived }: LiveResource, spec: Fields, { words }: Kind): string {
  const since = archived?.at === undefined ? 'that is archived' : `that was archived at ${moment(archived.at)}`;
  const lost = lostOptions(fields, spec).map((value) => JSON.stringify(value));
  const notes = [
    typeNote(fields['type'], spec['type']),
    sensitivityNote(fields['dataSensitivity']),
    ...(lost.length === 0 ? [] : [`without the options ${lost.join(', ')}, which are not declared`]),
  ].filter((note) => note !== undefined);
  const noted = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  return `creating it restores the ${words.noun} ${since}, with its record values${noted}`;
}

function typeNote(was: Fields[string] | undefined, now: Fields[string] | undefined): string | undefined {
  if (was === undefined) return undefined;
  return now === undefined || now === was ? `type ${text(was)}` : `its type changes from ${text(was)} to ${text(now)}`;
}

function sensitivityNote(was: Fields[string] | undefined): string | undefined {
  return was === undefined || was === 'non_sensitive' ? undefined : `dataSensitivity ${text(was)}`;
}

/** The list that is sent is the whole list. */
function lostOptions(fields: Fields, spec: Fields): readonly string[] {
  const declared = new Set(asOptions(spec['options']).map(({ value }) => value));
  return asOptions(fields['options']).flatMap(({ value }) => (declared.has(value) ? [] : [value]));
}
