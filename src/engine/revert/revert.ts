/** A plan that restores what one run or several overwrote, as far as that is known and was not changed since. Pure. */

import type { Address } from '../../model/address.ts';
import type { RunHistory } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';
import { assemble } from '../plan/assemble.ts';
import { decidingOn, type PlanningInput } from '../plan/planning.ts';
import { selectTargets } from '../plan/target.ts';
import { fileFindings, openFindings, stayFindings } from './findings.ts';
import { joinedEffects } from './joined-effects.ts';
import { undo } from './undo.ts';

/** Of the resolution, account and policy count; what is declared only tells whether the files would take the revert back. */
export interface RevertInput extends PlanningInput {
  /** Newest first; one at least. */
  readonly runs: readonly [RunHistory, ...RunHistory[]];
}

/** What has to be looked at for a plan that reverts the run, beside what the ledger records. */
export function addressesOf({ calls }: RunHistory): readonly Address[] {
  return [...new Set(calls.flatMap(({ covers }) => covers))].sort();
}

export function makeRevertPlan(input: RevertInput): Plan {
  const { runs, resolution, live, ledger, kinds } = input;
  const deciding = decidingOn(input);
  const effects = joinedEffects(runs, kinds, deciding.overwrite);
  const decisions = effects.map((effect) => undo(effect, deciding));
  const planned = selectTargets(decisions, input.targets);
  return assemble(input, {
    origin: originOf(runs),
    desired: decisions.map(({ change, desired }) => ({ address: change.address, spec: desired?.after ?? {} })),
    decisions,
    findings: [
      ...stayFindings(planned, kinds),
      ...openFindings(
        ledger,
        runs.map(({ run }) => run),
        input.holder,
      ),
      ...fileFindings(planned, { declared: resolution.desired.resources, live, kinds }),
    ],
    known: live.resources.size,
  });
}

function originOf([newest, ...others]: RevertInput['runs']): Plan['origin'] {
  const earlier = others.map(({ run }) => run);
  return { kind: 'revert', run: newest.run, ...(earlier.length === 0 ? {} : { earlier }) };
}
