/** Addresses and patterns given outside the declarations. An address that matches nothing is misspelt, or its resource is gone. */

import { defined } from '../../contract/defined.ts';
import type { Finding } from '../../model/finding.ts';
import { nearHint } from '../../model/nearest.ts';
import type { Consent } from '../../model/policy.ts';
import { isTargeted } from './target.ts';

/** Places where a plan from files finds an address. */
export const WHERE_KNOWN = 'that is declared or was ever in the ledger';

export interface Named {
  readonly targets?: readonly string[] | undefined;
  readonly overwrite?: readonly string[] | undefined;
  readonly allow?: readonly Consent[] | undefined;
}

/** Returns an error for each address or pattern that matches no known address. `where` ends the message, such as `that is declared`. */
export function unknownNames(
  { targets = [], overwrite = [], allow = [] }: Named,
  known: ReadonlySet<string>,
  where: string,
): readonly Finding[] {
  const unmatched = (what: string, address: string, correction: string): Finding => ({
    code: 'address-unmatched',
    severity: 'error',
    message: `${what} matches nothing ${where}.`,
    hint: nearHint(address, known) ?? `Correct the ${correction}.`,
    address,
  });
  return [
    ...targets
      .filter((target) => ![...known].some((address) => isTargeted(address, target)))
      .map((target) => unknownTarget(target, known, where)),
    ...overwrite
      .filter((address) => !known.has(address))
      .map((address) => unmatched(`The address to overwrite, ${address},`, address, `address, such as ${EXAMPLE}`)),
    ...allow.flatMap(({ risk, address }) =>
      address === undefined || risk === 'host-change' || known.has(address)
        ? []
        : [
            unmatched(
              `The consent to ${risk} at ${address}`,
              address,
              `address or pattern, such as ${EXAMPLE} or property:contacts/old_*`,
            ),
          ],
    ),
  ];
}

/** Consents of the policy: a warning, because one of them is also left over once its risk was taken. */
export function unusedConsents(allow: readonly Consent[], known: ReadonlySet<string>): readonly Finding[] {
  return allow.flatMap(({ risk, address, provenance }): readonly Finding[] => {
    if (address === undefined || known.has(address)) return [];
    return [
      {
        code: 'consent-unused',
        severity: 'warning',
        message: `The consent to ${risk} at ${address} matches nothing ${WHERE_KNOWN}.`,
        hint: nearHint(address, known) ?? 'Remove it, or correct its address.',
        address,
        ...defined({ provenance }),
      },
    ];
  });
}

const EXAMPLE = 'property:contacts/loyaltytier';

function unknownTarget(target: string, known: ReadonlySet<string>, where: string): Finding {
  return {
    code: 'target-unknown',
    severity: 'error',
    message: `The target ${target} matches nothing ${where}.`,
    hint:
      nearHint(target, known) ??
      'Addresses look like property:contacts/loyaltytier. End an address with * to match every address that begins with it.',
  };
}
