/** Consents as written in the files, and the findings for invalid consents. */

import { defined } from '../../contract/defined.ts';
import { isAddress } from '../../model/address.ts';
import { didYouMean } from '../../model/nearest.ts';
import type { Consent } from '../../model/policy.ts';
import { isRemovalRisk, RISK_NAMES, type RiskName } from '../../model/risk.ts';
import type { Problem } from '../yaml/position.ts';
import { quoted } from '../yaml/shown.ts';

type Fault = Pick<Problem, 'code' | 'message' | 'hint' | 'fix'>;

/** Reads `risk` or `risk=address`. Returns a fault for any other text. */
export function readConsent(text: string): Consent | Fault {
  const equals = text.indexOf('=');
  return equals < 0 ? buildConsent(text, undefined) : buildConsent(text.slice(0, equals), text.slice(equals + 1));
}

export function buildConsent(name: string, address: string | undefined): Consent | Fault {
  const risk = RISK_NAMES.find((one) => one === name);
  if (name === 'host-change') {
    return {
      code: 'unknown-risk',
      message: 'A host change cannot be allowed in the files.',
      hint: 'Allow it outside of them.',
      // The host is not read from the files, because a user has to check it.
      fix: [{ action: 'allow', risk: 'host-change' }],
    };
  }
  if (risk === undefined) {
    const hint = didYouMean(name, RISK_NAMES);
    return { code: 'unknown-risk', message: `Unknown risk ${quoted(name)}.`, ...defined({ hint }) };
  }
  if (address === undefined) return isRemovalRisk(risk) ? unnamedRemoval(risk) : { risk };
  return addressFault(address) ?? patternFault(address) ?? { risk, address };
}

function unnamedRemoval(risk: RiskName): Fault {
  return {
    code: 'consent-unnamed',
    message: `The consent to ${risk} names no resource.`,
    hint: `Name the resource, as in "${risk}=property:contacts/loyaltytier".`,
  };
}

function patternFault(address: string): Fault | undefined {
  if (!address.includes('*')) return undefined;
  return {
    code: 'bad-address',
    message: `${quoted(address)} is a pattern, and a consent in the files names one address.`,
    hint: 'List each address. Only a consent outside of the files can be a pattern.',
  };
}

/** Returns undefined if the text is an address of a known kind. */
export function addressFault(address: string): Fault | undefined {
  if (isAddress(address)) return undefined;
  const hint = 'An address is a kind and an identity, such as property:contacts/loyaltytier.';
  return { code: 'bad-address', message: `${quoted(address)} is not an address.`, hint };
}
