/** What a run may do without asking again, as data. */

import type { Severity } from './finding.ts';

export const RISK_NAMES = ['option-removal', 'limit-purge', 'type-change', 'max-changes'] as const;

/** A risk that somebody has to consent to. */
export type RiskName = (typeof RISK_NAMES)[number];

export const RULE_NAMES = ['description-required', 'label-unique'] as const;
export type RuleName = (typeof RULE_NAMES)[number];

/** Consent to a risk, everywhere or at one address: `option-removal` or `option-removal=property:contacts/loyaltytier`. */
export interface Consent {
  readonly risk: RiskName;
  readonly address?: string;
}

export interface Policy {
  readonly allow: readonly Consent[];
  /** Refuse when more than `percent` of the known resources would be updated or removed, once there are more than `above`. */
  readonly maxChanges: { readonly percent: number; readonly above: number };
  readonly rules: Readonly<Partial<Record<RuleName, Severity | 'off'>>>;
}

export const DEFAULT_POLICY: Policy = { allow: [], maxChanges: { percent: 30, above: 10 }, rules: {} };

export function consents(allow: readonly Consent[], risk: RiskName, address: string): boolean {
  return allow.some(
    (consent) => consent.risk === risk && (consent.address === undefined || consent.address === address),
  );
}
