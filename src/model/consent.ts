/** Consents as people write them: `option-removal`, or `option-removal=property:contacts/loyaltytier`. */

import { isAddress } from './address.ts';
import { type Consent, RISK_NAMES } from './policy.ts';

/** Undefined when the risk is unknown or what follows `=` is no address. */
export function parseConsent(text: string): Consent | undefined {
  const [name, ...rest] = text.split('=');
  const risk = RISK_NAMES.find((known) => known === name);
  if (risk === undefined) return undefined;
  if (rest.length === 0) return { risk };
  const address = rest.join('=');
  return isAddress(address) ? { risk, address } : undefined;
}
