/** Finds calls that would write a string in which a credential was hidden. Such a string must be sent as the account has it. */

import { defined } from '../../contract/defined.ts';
import { HIDDEN } from '../../contract/scrub.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fix } from '../../model/fix.ts';
import type { Json } from '../../model/json.ts';
import type { Plan, PlannedCall } from '../../model/plan.ts';

/** A declared text may contain `[secret]` itself. In a text of the account or of an earlier run, it replaced a credential. */
export function carriedSecrets(calls: readonly PlannedCall[], origin: Plan['origin']): readonly Finding[] {
  return calls
    .filter((call) => carries(call, origin))
    .map(({ covers: [address = ''] }) => ({
      code: 'secret-in-account',
      severity: 'error',
      ...describe(address, origin),
      ...(origin.kind === 'revert' ? defined({ fix: withoutIt(calls, origin) }) : {}),
      address,
    }));
}

/** More is easier to choose than to read. */
const MOST_TARGETS = 20;

/** Returns a revert of everything without a secret. Returns undefined if nothing is left, or too much to list. */
function withoutIt(calls: readonly PlannedCall[], origin: Plan['origin']): readonly Fix[] | undefined {
  const carried = new Set(calls.filter((call) => carries(call, origin)).flatMap(({ covers }) => covers));
  const addresses = [...new Set(calls.flatMap(({ covers }) => covers))].filter((address) => !carried.has(address));
  const few = addresses.length > 0 && addresses.length <= MOST_TARGETS;
  return few ? [{ action: 'target', addresses }] : undefined;
}

function describe(address: string, origin: Plan['origin']): Pick<Finding, 'message' | 'hint'> {
  const replace = 'and replace the credential: whoever may read the account has seen it.';
  return origin.kind === 'revert'
    ? {
        message: `The run overwrote the value of a credential in ${address}: it was not kept and is not restored.`,
        hint: `Leave it out of the revert, ${replace}`,
      }
    : {
        message: `The account contains the value of a credential in ${address}, and the call would write it back.`,
        hint: `Take it out of the account by hand, ${replace}`,
      };
}

function carries({ body, params, onConflict, before }: PlannedCall, origin: Plan['origin']): boolean {
  const sent = [body, { ...params }, onConflict?.body ?? null];
  return sent.some(holds) && (origin.kind === 'revert' || Object.values(before).some((fields) => holds(fields)));
}

function holds(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.includes(HIDDEN);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item) => holds(item));
}
