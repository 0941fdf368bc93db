/** Plans to restore the values that runs overwrote, if they are known and have not changed since. Pure. */

import type { Address } from '../../model/address.ts';
import type { FieldRule } from '../../model/field-rule.ts';
import type { Fields } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { RunHistory } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';
import { equalField } from '../compare.ts';
import { assemble } from '../plan/assemble.ts';
import type { DecideInput, Decision } from '../plan/decision.ts';
import { buildDecideInput, type PlanningInput } from '../plan/planning.ts';
import { orderRemovals } from '../plan/removal-order.ts';
import { listRunEffects, type Overwritten, type RunEffect } from '../plan/run-effects.ts';
import { selectTargets } from '../plan/target.ts';
import { undo } from '../plan/undo.ts';
import { fileFindings, openFindings, stayFindings } from './findings.ts';

/** The account and policy of the resolution count. Its declarations only tell whether the files would undo the revert. */
export interface RevertInput extends PlanningInput {
  /** Runs, newest first, at least one. */
  readonly runs: readonly [RunHistory, ...RunHistory[]];
}

/** Returns the addresses to read for a revert of the run, in addition to the recorded addresses. */
export function listRunAddresses({ calls }: RunHistory): readonly Address[] {
  return [...new Set(calls.flatMap(({ covers }) => covers))].sort();
}

/** Returns the values that a revert of the runs may write back, by address. `runs`: newest first. */
export function collectRestored(runs: readonly RunHistory[]): ReadonlyMap<Address, Fields> {
  const restored = new Map<Address, Fields>();
  for (const { before } of runs.flatMap(({ calls }) => calls.toReversed()))
    for (const [address, fields] of Object.entries(before) as [Address, Fields | null][])
      restored.set(address, { ...restored.get(address), ...fields });
  return restored;
}

export function makeRevertPlan(input: RevertInput): Plan {
  const { runs, resolution, live, ledger, kinds } = input;
  const deciding = buildDecideInput(input);
  const effects = joinedEffects(runs, kinds, deciding.overwrite);
  const decisions = undoAll(effects, deciding, input);
  const planned = selectTargets(decisions, input.targets);
  return assemble(input, {
    origin: buildOrigin(runs),
    desired: decisions.map(({ change, desired }) => ({ address: change.address, spec: desired?.after ?? {} })),
    decisions,
    findings: [
      ...stayFindings(planned, kinds),
      ...openFindings(
        ledger,
        runs.map(({ run }) => run),
        input.holder,
      ),
      ...fileFindings(planned, { effects, declared: resolution.desired.resources, live, kinds }),
    ],
    known: live.resources.size,
  });
}

/** A removal that a remaining resource rules out is blocked by that resource, because no consent would help. */
function undoAll(
  effects: readonly RunEffect[],
  deciding: DecideInput,
  { live, kinds }: Pick<RevertInput, 'live' | 'kinds'>,
): readonly Decision[] {
  const consented = effects.map((effect) => undo(effect, { ...deciding, isAllowed: () => true }));
  const needed = new Map(
    orderRemovals(consented, live, kinds).flatMap((decision) =>
      decision.change.neededBy === undefined ? [] : [[decision.change.address, decision] as const],
    ),
  );
  return effects.map((effect) => needed.get(effect.address) ?? undo(effect, deciding));
}

function buildOrigin([newest, ...others]: RevertInput['runs']): Plan['origin'] {
  const earlier = others.map(({ run }) => run);
  return { kind: 'revert', run: newest.run, ...(earlier.length === 0 ? {} : { earlier }) };
}

/** Runs are ordered newest first, results by address. Addresses in `overwrite` are restored despite changes between the runs. */
function joinedEffects(
  runs: readonly RunHistory[],
  kinds: readonly Kind[],
  overwrite: ReadonlySet<string>,
): readonly RunEffect[] {
  const byAddress = Map.groupBy(
    runs.flatMap((run) => listRunEffects(run, kinds)),
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
