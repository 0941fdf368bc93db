/** The risks that need consent, by name. */

/** Risks that remove contents of the account. A consent to such a risk names the address. */
export const REMOVAL_RISKS = [
  'option-removal',
  'limit-purge',
  'property-removal',
  'group-removal',
  'subscription-removal',
  'event-property-removal',
  'pipeline-removal',
  'stage-removal',
  'association-label-removal',
] as const;

/** Removals of a part of a resource. All other removals delete the resource. */
const PART_REMOVALS: readonly ConsentName[] = ['option-removal', 'stage-removal'];

export const RISK_NAMES = [...REMOVAL_RISKS, 'type-change', 'property-restore', 'max-changes'] as const;

/** A risk that needs consent. */
export type RiskName = (typeof RISK_NAMES)[number];

/**
 * Consents that a flag, an input or the library can give. The files cannot consent to a change of host, because they contain the host and a
 * review covers only them.
 */
export const CONSENT_NAMES = [...RISK_NAMES, 'host-change'] as const;
export type ConsentName = (typeof CONSENT_NAMES)[number];

export function isRemovalRisk(risk: ConsentName): boolean {
  return REMOVAL_RISKS.some((removal) => removal === risk);
}

/** True if the risk is the removal of a whole resource. */
export function isResourceRemoval(risk: ConsentName): boolean {
  return isRemovalRisk(risk) && !PART_REMOVALS.includes(risk);
}
