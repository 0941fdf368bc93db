/** Counts the changes of a plan that a revert could restore. Plans that revert for the account after the plan. Pure. */

import type { Address } from '../../model/address.ts';
import { listMembers } from '../../model/body-members.ts';
import type { Change } from '../../model/change.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import type { Live, LiveResource } from '../../model/live.ts';
import type { Plan, PlanSummary } from '../../model/plan.ts';
import { kindLookup } from '../kind-lookup.ts';
import { collectDependents } from '../observe/dependents.ts';
import type { Decision } from './decision.ts';
import { buildComparingInput, type PlanningInput } from './planning.ts';
import { orderRemovals } from './removal-order.ts';
import { route } from './route.ts';
import { listRunEffects } from './run-effects.ts';
import { undo } from './undo.ts';

type Planned = Pick<Plan, 'changes' | 'calls'>;
type Known = Pick<PlanningInput, 'live' | 'ledger' | 'kinds'>;
type Result = keyof PlanSummary['revert'];

/** Placeholder for the ids that the service assigns to new resources. */
const LATER_ID = '0';

/** Findings of a revert about values that it does not bring back. */
const LOSING: readonly string[] = ['revert-unknown', 'revert-empty'];

export function foreseeRevert(planned: Planned, known: Known): PlanSummary['revert'] {
  // The usual plan of a large account copies nothing.
  if (planned.calls.length === 0) return { restores: 0, stays: 0, loses: 0 };
  const back = new Map(planRevert(planned, known).map((decision) => [decision.change.address, decision] as const));
  const results = planned.changes.flatMap((change) => decideResult(change, back.get(change.address)) ?? []);
  const count = (result: Result): number => results.filter((found) => found === result).length;
  return { restores: count('restores'), stays: count('stays'), loses: count('loses') };
}

/** Returns the decisions of a revert with every consent, before another user changes anything. */
function planRevert({ calls }: Planned, known: Known): readonly Decision[] {
  const { ledger, kinds } = known;
  const run = calls.map((call) => ({
    ...call,
    writes: listMembers(call),
    recorded: Object.fromEntries(call.covers.map((address) => [address, ledger.records[address]?.fields ?? null])),
  }));
  const after = computeAfter(calls, known);
  const context = { ...buildComparingInput(after), isAllowed: () => true };
  const decisions = listRunEffects({ calls: run }, kinds).map((effect) => undo(effect, context));
  return route(orderRemovals(decisions, after.live, kinds), kinds).decisions;
}

/** Returns the account and the ledger after the calls. */
function computeAfter(calls: Plan['calls'], { live, ledger, kinds }: Known): { live: Live; ledger: Ledger } {
  const { kindOf } = kindLookup(kinds);
  const resources = new Map(live.resources);
  const records = new Map(Object.entries(ledger.records) as [Address, LedgerRecord][]);
  for (const { covers, expects, records: left } of calls)
    for (const address of covers) {
      const kind = kindOf(address)?.name;
      const [fields, recorded] = [expects[address] ?? null, left[address] ?? null];
      if (kind === undefined) continue;
      const base = { address, kind, id: LATER_ID, basis: 'observed' } as const;
      const earlier = resources.get(address);
      if (fields === null) resources.delete(address);
      else resources.set(address, { ...base, ...earlier, fields: { ...earlier?.fields, ...fields } });
      if (recorded === null) records.delete(address);
      else records.set(address, { ...base, at: '', run: '', ...records.get(address), fields: recorded });
    }
  const touched = calls.flatMap(({ covers }) => covers.flatMap((address) => resources.get(address) ?? []));
  return {
    live: { ...live, resources, ...findDependents(touched, live, kindOf) },
    ledger: { ...ledger, records: Object.fromEntries(records) },
  };
}

function findDependents(
  touched: readonly LiveResource[],
  { resources, dependents }: Live,
  kindOf: ReturnType<typeof kindLookup>['kindOf'],
): Pick<Live, 'dependents'> {
  const found = collectDependents(touched.map(({ address }) => address).filter((address) => !resources.has(address)));
  for (const resource of touched) {
    const kind = kindOf(resource.address);
    if (kind !== undefined) found.look(kind, resource);
  }
  return { dependents: new Map([...(dependents ?? []), ...(found.found() ?? [])]) };
}

/** `back`: the decision of the revert. Returns undefined for a change without a call. */
function decideResult({ action, risk }: Change, back: Decision | undefined): Result | undefined {
  if (action !== 'create' && action !== 'update' && action !== 'remove') return undefined;
  const codes = new Set(back?.findings.map(({ code }) => code));
  if (risk === 'irreversible' || LOSING.some((code) => codes.has(code))) return 'loses';
  if (back?.desired === undefined) return action === 'remove' ? 'loses' : 'stays';
  return codes.has('entry-stays') ? 'stays' : 'restores';
}
