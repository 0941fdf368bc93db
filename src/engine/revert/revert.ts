/** Plans to restore the values that runs overwrote, if they are known and have not changed since. Pure. */

import type { Address } from '../../model/address.ts';
import type { RunHistory } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';
import { assemble } from '../plan/assemble.ts';
import { decidingOn, type PlanningInput } from '../plan/planning.ts';
import { selectTargets } from '../plan/target.ts';
import { fileFindings, openFindings, stayFindings } from './findings.ts';
import { joinedEffects } from './joined-effects.ts';
import { undo } from './undo.ts';

/** The account and policy of the resolution count. Its declarations only tell whether the files would undo the revert. */
export interface RevertInput extends PlanningInput {
  /** Runs, newest first, at least one. */
  readonly runs: readonly [RunHistory, ...RunHistory[]];
}

/** Returns the addresses to read for a revert of the run, in addition to the recorded addresses. */
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
