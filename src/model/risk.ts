/** The risks that need consent, by name. */

export const RISK_NAMES = [
  'option-removal',
  'limit-purge',
  'type-change',
  'property-removal',
  'group-removal',
  'subscription-removal',
  'event-property-removal',
  'property-restore',
  'max-changes',
] as const;

/** A risk that somebody has to consent to. */
export type RiskName = (typeof RISK_NAMES)[number];

/**
 * What can be consented to by flag, by input or in code. A change of host cannot be in the files: they are what is under review,
 * and name the host as well.
 */
export const CONSENT_NAMES = [...RISK_NAMES, 'host-change'] as const;
export type ConsentName = (typeof CONSENT_NAMES)[number];
