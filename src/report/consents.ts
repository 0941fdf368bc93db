/** The consents that a plan lacks, as --allow and policy.allow take them: one answer for every report. */

import type { Plan } from '../model/plan.ts';

/** Of one risk: beyond that the risk is consented to as a whole. */
const MOST_ADDRESSES = 6;

/** All of them: with a part the plan would be refused again. */
export function lackingConsents({ changes, findings }: Pick<Plan, 'changes' | 'findings'>): readonly string[] {
  const byRisk = Map.groupBy(
    changes
      .filter(({ action, because }) => action === 'blocked' && because === 'consent-required')
      .flatMap(({ risks, address }) => risks.map((risk) => ({ risk, address }))),
    ({ risk }) => risk,
  );
  const lacking = [...byRisk].flatMap(([risk, members]) =>
    members.length > MOST_ADDRESSES ? risk : members.map(({ address }) => `${risk}=${address}`),
  );
  const tooMany = findings.some(({ code }) => code === 'too-many-changes');
  return [...new Set([...lacking, ...(tooMany ? ['max-changes'] : [])])];
}
