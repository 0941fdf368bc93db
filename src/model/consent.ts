/** Consents as users write them: `type-change`, `option-removal=property:contacts/loyaltytier`, `host-change=https://crm.example.com`. */

import { type Address, isAddress } from './address.ts';
import { selectMatching } from './address-pattern.ts';
import type { Consent } from './policy.ts';
import { CONSENT_NAMES, isRemovalRisk, REMOVAL_RISKS, type RiskName } from './risk.ts';

/**
 * Returns undefined if the risk is unknown, if the text behind `=` has the wrong form, or if a removal names no address.
 * The address may be a pattern such as `property:contacts/old_*`.
 */
export function parseConsent(text: string): Consent | undefined {
  const [name, ...rest] = text.split('=');
  const risk = CONSENT_NAMES.find((known) => known === name);
  if (risk === undefined) return undefined;
  const address = rest.join('=');
  // A consent without a host would hold for each later host too.
  if (risk === 'host-change') return isBaseUrl(address) ? { risk, address } : undefined;
  if (rest.length === 0) return isRemovalRisk(risk) ? undefined : { risk };
  return isConsentAddress(address) ? { risk, address } : undefined;
}

/** Removals among the texts that name no address. */
export function unnamedRemovals(texts: readonly string[] = []): readonly RiskName[] {
  return REMOVAL_RISKS.filter((risk) => texts.includes(risk));
}

/** True for an address, or for a pattern with `*` in its last part only. Kind and object type are fixed. */
function isConsentAddress(text: string): boolean {
  return isAddress(text) && !isWide(text);
}

/** Replaces each pattern by the known addresses that it selects. A pattern without matches stays in the list and is ignored. */
export function namedConsents(allow: readonly Consent[], known: Iterable<string>): readonly Consent[] {
  const patterns = allow.filter(({ address = '' }) => address.includes('*'));
  if (patterns.length === 0) return allow;
  const addresses = [...known].filter((text): text is Address => isAddress(text));
  return allow.flatMap((consent) => {
    const { risk, address = '' } = consent;
    if (risk === 'host-change' || !address.includes('*') || isWide(address)) return [consent];
    const selected = selectMatching(address, addresses);
    return selected.length === 0 ? [consent] : selected.map((one) => ({ ...consent, address: one }));
  });
}

/** True if a `*` comes before the last part, so that kind or object type is not fixed. */
function isWide(text: string): boolean {
  const star = text.indexOf('*');
  return star >= 0 && (star < text.lastIndexOf('/') || !text.includes('/'));
}

function isBaseUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
