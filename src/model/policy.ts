/** Changes that a run may make without another consent, and the house rules, as data. */

import type { Finding, Provenance, Severity } from './finding.ts';
import type { Fields } from './json.ts';
import { type ConsentName, isRemovalRisk, type RiskName } from './risk.ts';

export const RULE_NAMES = [
  'name-pattern',
  'description-required',
  'label-unique',
  'forbidden-type',
  'max-properties',
  'event-options-hidden',
  'options-sorted',
  'options-capped',
] as const;

/** Name of a house rule, and the code of its findings. */
export type RuleName = (typeof RULE_NAMES)[number];

/** Codes of warnings that can be waived in addition to rules. They report unusual content. No warning that protects data is among them. */
export const WAIVABLE_WARNINGS = [
  'category-refused',
  'category-unknown',
  'closing-stage-missing',
  'developer-key-missing',
  'formula-unread',
  'group-order-below-zero',
  'name-reserved',
  'name-unusual',
  'not-declared',
  'object-misspelt',
  'object-not-addressable',
  'object-of-other-account',
  'options-missing',
  'options-unused',
  'reference-dropped',
  'reference-misspelt',
  'reference-missing',
  'reference-unseen',
  'subscription-member-unused',
  'surface-ending',
] as const;

/**
 * Consent to a risk at one address, such as `option-removal=property:contacts/loyaltytier`. If the risk is not a removal, the address may
 * be missing, and the consent is valid everywhere.
 */
export interface Consent {
  readonly risk: ConsentName;
  /** Address of the resource. For `host-change`: the new base URL. Required for a removal. */
  readonly address?: string;
  /** Reason for the consent. */
  readonly reason?: string;
  /** YYYY-MM-DD: valid until the end of that day, UTC. Absent: valid without a limit. */
  readonly until?: string;
  readonly provenance?: Provenance;
}

/** A finding that a user accepts until a date. It is lowered to info. */
export interface Waiver {
  /** Name of a rule, or a code of WAIVABLE_WARNINGS. */
  readonly finding: string;
  /** Absent: the waiver applies to every address. */
  readonly address?: string;
  readonly reason: string;
  /** YYYY-MM-DD: valid until the end of that day, UTC. */
  readonly until: string;
  readonly provenance: Provenance;
}

/** Severity of a rule, and its parameters in the form of the rule's schema. */
export interface RuleSetting {
  readonly severity: Severity | 'off';
  readonly parameters: Fields;
}

export interface Policy {
  readonly allow: readonly Consent[];
  /** Refuses a plan that would update or remove more than `percent` of the known resources, if there are more than `above`. */
  readonly maxChanges: { readonly percent: number; readonly above: number };
  readonly rules: Readonly<Partial<Record<RuleName, RuleSetting>>>;
  readonly waivers: readonly Waiver[];
}

export const DEFAULT_POLICY: Policy = { allow: [], maxChanges: { percent: 30, above: 10 }, rules: {}, waivers: [] };

export type IsAllowed = (risk: RiskName, address: string) => boolean;

/** Answers whether a consent covers a risk at an address. A removal needs a consent that names the address. */
export function createIsAllowed(allow: readonly Consent[]): IsAllowed {
  const named = new Set(allow.map(({ risk, address }) => (address === undefined ? risk : `${risk}=${address}`)));
  return (risk, address) => named.has(`${risk}=${address}`) || (!isRemovalRisk(risk) && named.has(risk));
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** True if the end of that day, UTC, has passed. A text that is not a date is always expired. */
export function hasExpired(until: string, now: number): boolean {
  return !(now < Date.parse(`${until}T00:00:00Z`) + DAY_MS);
}

/** Returns the consents that are valid at the time `now`. */
export function selectConsents(allow: readonly Consent[], now: number): readonly Consent[] {
  return allow.filter(({ until }) => until === undefined || !hasExpired(until, now));
}

export function isWaivable(code: string): boolean {
  return [...RULE_NAMES, ...WAIVABLE_WARNINGS].some((name) => name === code);
}

export function waives(waiver: Waiver, { code, address }: Pick<Finding, 'code' | 'address'>): boolean {
  return waiver.finding === code && (waiver.address === undefined || waiver.address === address);
}
