/** Plans with consent to risks, as a person does who reads a first plan and names everything in it that needs consent. */

import type { Plan, PlanOptions, Reconciler, RevertOptions, RiskName } from '../../src/index.ts';
import type { Consent } from '../../src/model/policy.ts';
import { isRemovalRisk } from '../../src/model/risk.ts';
import { listCandidates } from '../../src/report/consents.ts';

export function planAllowing(
  reconciler: Pick<Reconciler, 'plan'>,
  risks: readonly RiskName[],
  options: Omit<PlanOptions, 'allow'> = {},
): Promise<Plan> {
  return naming(risks, (allow) => reconciler.plan({ ...options, allow }));
}

export function revertAllowing(
  reconciler: Pick<Reconciler, 'revert'>,
  risks: readonly RiskName[],
  options: Omit<RevertOptions, 'allow'> = {},
): Promise<Plan> {
  return naming(risks, (allow) => reconciler.revert({ ...options, allow }));
}

async function naming(risks: readonly RiskName[], make: (allow: readonly Consent[]) => Promise<Plan>): Promise<Plan> {
  const others = risks.filter((risk) => !isRemovalRisk(risk)).map((risk): Consent => ({ risk }));
  const first = await make(others);
  const removals = consentsNaming(first, risks);
  return removals.length === 0 ? first : make([...others, ...removals]);
}

/** A consent for every address at which the plan needs a removal of these risks. */
function consentsNaming(plan: Plan, risks: readonly RiskName[]): readonly Consent[] {
  return risks
    .filter(isRemovalRisk)
    .flatMap((risk) => listCandidates(risk, plan).map((address): Consent => ({ risk, address })));
}
