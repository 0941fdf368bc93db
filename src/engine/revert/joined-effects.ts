/** Combines the effects of several runs on each address, from the state before the oldest to the state after the newest. Pure. */

import type { FieldRule, Kind } from '../../model/kind.ts';
import type { RunHistory } from '../../model/ledger.ts';
import { equalField } from '../compare.ts';
import { effectsOf, type Overwritten, type RunEffect } from './run-effects.ts';

/** Runs are ordered newest first, results by address. Addresses in `overwrite` are restored despite changes between the runs. */
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

/** Combines two effects like two reverts, the newer run first. Changes of other users between the runs are kept. */
function joined(newer: RunEffect, older: RunEffect, overwrite: ReadonlySet<string>): RunEffect {
  if (older.exists !== newer.existed) {
    // A resource that a user deleted between the runs, and the newer run created, is removed.
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

/** True if the newer run overwrote an unknown value. Neither that value nor an earlier one can be restored. */
function isUnknown({ before }: Overwritten, { existed }: RunEffect): boolean {
  return existed && before === undefined;
}

/** True if the newer run found the value of the older run. */
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
