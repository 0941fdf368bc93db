/** The one generic differ: declared fields of a resource against the account and the last apply. */

import type { FieldChange } from '../../model/change.ts';
import type { Fields } from '../../model/json.ts';
import type { ForeignOption } from '../../model/option.ts';
import { type Because, type DiffInput, diffValue, type FieldRisk } from '../field-diff.ts';
import { diffOptions, retireOnly } from '../options/diff.ts';

export interface Diff {
  readonly fields: readonly FieldChange[];
  /** Every owned field after the change. */
  readonly after: Fields;
  /** What the ledger records once `after` holds: declared fields only. */
  readonly record: Fields;
  readonly because: Because;
  readonly risks: readonly FieldRisk[];
  /** Fields that moved in the account and are left alone. */
  readonly held: readonly FieldChange[];
  /** Options of others in a list that is left as it is. */
  readonly foreign: readonly ForeignOption[];
  /** Fields that the service stores in another form (before: declared; after: as it stores that): writing them as declared would change nothing. */
  readonly stored: readonly FieldChange[];
}

export function diffResource(input: DiffInput): Diff {
  const owned = Object.entries(input.kind.fields).flatMap(([field, rule]) => {
    const declared = input.spec[field];
    if (declared === undefined) return [];
    return [rule.compare === 'options' ? diffOptions(field, declared, input) : diffValue(field, rule, declared, input)];
  });
  const undeclaredRetirement = input.spec['options'] === undefined && input.spec['retire'] !== undefined;
  const parts = undeclaredRetirement ? [...owned, ...retireOnly(input)] : owned;
  const differing = parts.filter((part) => part.change !== undefined);
  const held =
    input.hold && input.live !== undefined ? differing.filter((part) => part.because === 'account-moved') : [];
  const moving = differing.filter((part) => !held.includes(part));
  return {
    fields: moving.flatMap((part) => part.change ?? []),
    after: Object.fromEntries(
      parts.map((part) => [part.field, held.includes(part) || part.isStored ? part.live : part.after]),
    ),
    record: Object.fromEntries(parts.flatMap((part) => (part.record === undefined ? [] : [[part.field, part.record]]))),
    because: input.live === undefined ? 'missing' : together(moving.map((part) => part.because)),
    risks: moving.flatMap((part) => part.risks),
    held: parts.flatMap((part) => (held.includes(part) ? part.change : part.held) ?? []),
    stored: parts.flatMap(({ field, form, record }) =>
      form === undefined || record === undefined ? [] : [{ field, before: record, after: form }],
    ),
    foreign: parts.filter((part) => !moving.includes(part)).flatMap((part) => part.foreign ?? []),
  };
}

/** One reason for the whole change. */
function together(reasons: readonly Because[]): Because {
  const distinct = new Set(reasons);
  if (distinct.size === 0) return 'in-sync';
  if (distinct.has('both-moved') || (distinct.has('file-differs') && distinct.has('account-moved')))
    return 'both-moved';
  if (distinct.has('account-moved')) return 'account-moved';
  return distinct.has('file-differs') ? 'file-differs' : 'value-unknown';
}
