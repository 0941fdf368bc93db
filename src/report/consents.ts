/** The consents that a plan lacks, as `--allow` and `policy.allow` take them: one answer for every report. */

import type { Plan } from '../model/plan.ts';
import type { RiskName } from '../model/risk.ts';

type Lacking = Pick<Plan, 'changes' | 'findings'>;

/**
 * Returns the missing consents, one for each risk and address, in the form of `policy.allow`. The plan stays blocked with a part of them.
 */
export function lackingConsents(plan: Lacking): readonly string[] {
  return [...new Set([...blockedConsents(plan).map(({ risk, address }) => `${risk}=${address}`), ...maxChanges(plan)])];
}

/** Addresses at which the plan could use the consent: blocked changes, and resources that the files no longer declare. */
export function listCandidates(risk: RiskName, plan: Lacking): readonly string[] {
  const dropped = plan.findings.flatMap(({ code, fix = [] }) =>
    code === 'not-declared' ? fix.flatMap((action) => (action.action === 'allow' ? [action] : [])) : [],
  );
  const all = [...blockedConsents(plan), ...dropped];
  return [
    ...new Set(
      all.flatMap((consent) => (consent.risk === risk && consent.address !== undefined ? [consent.address] : [])),
    ),
  ];
}

function blockedConsents({ changes }: Lacking): readonly { readonly risk: RiskName; readonly address: string }[] {
  return changes
    .filter(({ action, because }) => action === 'blocked' && because === 'consent-required')
    .flatMap(({ risks, address }) => risks.map((risk) => ({ risk, address })));
}

function maxChanges({ findings }: Lacking): readonly string[] {
  return findings.some(({ code }) => code === 'too-many-changes') ? ['max-changes'] : [];
}
