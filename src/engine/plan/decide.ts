/** Decides what one declared resource needs: an action with its reason. */

import type { Kind } from '../../model/kind.ts';
import { homeless, invalid, openCall, unchangeable, unseen } from './decide-blocked.ts';
import { caseOf } from './decide-case.ts';
import { unconsented, written } from './decide-consent.ts';
import { kept } from './decide-kept.ts';
import type { DecideInput, Decision, DeclaredOrRestored } from './decision.ts';

/** The first decision that applies counts: obstacles, then resources in sync, then consents. */
export function decide(resource: DeclaredOrRestored, kind: Kind, input: DecideInput): Decision {
  const one = caseOf(resource, kind, input);
  return (
    openCall(one) ??
    unseen(one) ??
    kept(one) ??
    homeless(one) ??
    unchangeable(one) ??
    invalid(one) ??
    unconsented(one) ??
    written(one)
  );
}
