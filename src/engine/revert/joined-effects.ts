/** What several runs did to each address, taken together: from what the oldest found to what the newest left. Pure. */

import type { FieldRule, Kind } from '../../model/kind.ts';
import type { RunHistory } from '../../model/ledger.ts';
import { equalField } from '../compare.ts';
import { effectsOf, type Overwritten, type RunEffect } from './run-effects.ts';

/** Runs, newest first. Sorted by address. `overwrite`: addresses that are restored whatever others did between the runs. */
export function joinedEffects(
  runs: readonly RunHistory[],
  kinds: readonly Kind[],
  overwrite: ReadonlySet<string>,
): readonly RunEffect[] {
  const byAddress = Map.groupBy(
    runs.flatMap((run) => effectsOf(run, kinds)),
    ({ address }) => address,
  );
  return [...byAddress]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, effects]) => effects.reduce((newer, older) => joined(newer, older, overwrite)));
}

/** As two reverts would do it, the newer run's first: the older one does not go over what somebody did between the runs. */
function joined(newer: RunEffect, older: RunEffect, overwrite: ReadonlySet<string>): RunEffect {
  if (older.exists !== newer.existed) {
    // What somebody deleted in between, and the newer run made, goes with it.
    const since = newer.existed ? older.fields.keys() : [];
    return { ...newer, between: [...new Set([...newer.between, ...since])] };
  }
  const { kind, address } = newer;
  const fields = new Map(newer.fields);
  const between = new Set(newer.between);
  for (const [field, was] of older.fields) {
    const rule = kind.fields[field];
    const is = newer.fields.get(field);
    if (is === undefined) fields.set(field, was);
    else if (rule === undefined || isUnknown(is, newer)) continue;
    else if (follows(rule, was, is) || isForced(rule, overwrite.has(address))) fields.set(field, through(was, is));
    else between.add(field);
  }
  const { recorded, existed } = older;
  return { ...newer, existed, recorded, fields: withoutUnchanged(fields, kind), between: [...between] };
}

/** Nobody knows what the newer run overwrote, so it cannot be restored, and neither can what was before it. */
function isUnknown({ before }: Overwritten, { existed }: RunEffect): boolean {
  return existed && before === undefined;
}

/** The newer run found what the older one left. */
function follows(rule: FieldRule, { after }: Overwritten, { before }: Overwritten): boolean {
  if (after === undefined || before === undefined) return after === before;
  return equalField(rule, after, before);
}

/** Never of a list: the options that others added in between would go with ours. */
function isForced({ compare }: FieldRule, isOverwritten: boolean): boolean {
  return isOverwritten && compare !== 'options';
}

function through({ before }: Overwritten, { after }: Overwritten): Overwritten {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

function withoutUnchanged(fields: RunEffect['fields'], kind: Kind): RunEffect['fields'] {
  return new Map(
    [...fields].filter(([field, { before, after }]) => {
      const rule = kind.fields[field];
      return rule === undefined || before === undefined || after === undefined || !equalField(rule, after, before);
    }),
  );
}
