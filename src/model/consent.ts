/** Consents as people write them: a risk, `option-removal=property:contacts/loyaltytier`, `host-change=https://crm.example.com`. */

import { isAddress } from './address.ts';
import type { Consent } from './policy.ts';
import { CONSENT_NAMES } from './risk.ts';

/** Undefined when the risk is unknown or what follows `=` is not what it takes. */
export function parseConsent(text: string): Consent | undefined {
  const [name, ...rest] = text.split('=');
  const risk = CONSENT_NAMES.find((known) => known === name);
  if (risk === undefined) return undefined;
  const address = rest.join('=');
  // A consent to any host would be one to the next host as well, wherever it is kept.
  if (risk === 'host-change') return isBaseUrl(address) ? { risk, address } : undefined;
  if (rest.length === 0) return { risk };
  return isAddress(address) ? { risk, address } : undefined;
}

function isBaseUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
