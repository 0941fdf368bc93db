/** Decides which fields of an address are restored to their values before a run. Pure. */

import type { Fields, Json } from '../../model/json.ts';
import { append } from '../../model/lists.ts';
import type { LiveResource } from '../../model/live.ts';
import { equalField } from '../compare.ts';
import { undoOptions } from '../options/revert.ts';
import type { Overwritten, RunEffect } from './run-effects.ts';

export interface Undone {
  readonly fields: Fields;
  /** Values of the run that may be removed. The merge of options treats them as applied. */
  readonly applied: Fields;
  readonly changedSince: readonly string[];
  readonly unknown: readonly string[];
  /** Something that changed since is overwritten. */
  readonly overwrites: boolean;
}

export function undoFields(effect: RunEffect, live: LiveResource | undefined, overwrite: boolean): Undone {
  const fields: Record<string, Json> = {};
  const applied: Record<string, Json> = {};
  const changedSince: string[] = overwrite ? [] : [...effect.between];
  const unknown: string[] = [];
  let overwrites = false;
  for (const [field, { before, after }] of effect.fields) {
    const rule = effect.kind.fields[field];
    if (rule === undefined) continue;
    if (after !== undefined) applied[field] = after;
    const now = live?.fields[field];
    // An order of -1 was a position that the service chose, which is unknown.
    if (before === undefined || (rule.compare === 'order' && before === -1)) {
      unknown.push(field);
    } else if (rule.compare === 'options' && now !== undefined) {
      const undone = undoOptions({ before, after, live: now, overwrite });
      append(
        changedSince,
        undone.changedSince.map((value) => `${field}: ${value}`),
      );
      overwrites ||= undone.overwrites;
      applied[field] = undone.added;
      if (undone.changed) fields[field] = undone.declared;
    } else if (live !== undefined && now === undefined) {
      changedSince.push(field);
    } else if (now === undefined || !equalField(rule, before, now)) {
      const same = now === undefined || (after !== undefined && equalField(rule, after, now));
      if (same || overwrite) fields[field] = before;
      else changedSince.push(field);
      overwrites ||= overwrite && !same;
    }
  }
  return { fields, applied, changedSince, unknown, overwrites };
}

/** Returns the fields whose values differ from those of the run. */
export function fieldsChangedSince({ fields, kind, between }: RunEffect, live: LiveResource): readonly string[] {
  const since = [...fields].flatMap(([field, { after }]: [string, Overwritten]) => {
    const rule = kind.fields[field];
    const same = rule === undefined || after === undefined || equalField(rule, after, live.fields[field]);
    return same ? [] : [field];
  });
  return [...new Set([...between, ...since])];
}
