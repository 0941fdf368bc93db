/** Checks whether the basis of a plan is unchanged. */

import { StalePlanError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { Advice } from '../../model/fix.ts';
import { buildVersion, type Ledger } from '../../model/ledger.ts';
import { compareNatural } from '../../model/natural.ts';
import type { Plan } from '../../model/plan.ts';
import { listed } from '../listed.ts';

const NEW_PLAN = 'Review a new plan before you apply it.';
const REST =
  'If a run of this plan was cut off, a new plan is the rest, and the digest of this plan still approves it.';

/** The fix shows the commands. A revert is planned by another command, for a run that its reader names. */
function adviseNewPlan({ origin }: Plan): Advice {
  return origin.kind === 'files'
    ? { hint: NEW_PLAN, fix: [{ action: 'save-plan' }] }
    : { hint: 'Create a new plan, review it, and apply the new plan.' };
}

/**
 * Throws StalePlanError when the ledger changed, and, with a fingerprint taken just now, when the files or the account did; names
 * the resources that changed.
 */
export function requireFresh(plan: Plan, ledger: Ledger, now: Plan['fingerprint'] | undefined): void {
  if (plan.fingerprint.ledger !== buildVersion(ledger)) {
    throw new StalePlanError('ledger-changed', 'The ledger changed since this plan was created.', {
      ...adviseNewPlan(plan),
      ...(plan.origin.kind === 'files' && { hint: `${NEW_PLAN} ${REST}` }),
    });
  }
  if (now === undefined) return;
  // A revert depends on the values in the ledger, not on the files.
  if (plan.origin.kind === 'files' && plan.fingerprint.desired !== now.desired) {
    throw new StalePlanError('files-changed', 'The files changed since this plan was created.', adviseNewPlan(plan));
  }
  if (plan.fingerprint.live !== now.live) {
    const changed = changedResources(plan.fingerprint.resources, now.resources);
    throw new StalePlanError(
      'account-changed',
      `The account changed since this plan was created: ${listed(changed, 5)}.`,
      adviseNewPlan(plan),
    );
  }
}

function changedResources(
  before: Plan['fingerprint']['resources'],
  after: Plan['fingerprint']['resources'],
): readonly string[] {
  const addresses = [...new Set([...Object.keys(before), ...Object.keys(after)])] as Address[];
  return addresses.filter((address) => before[address] !== after[address]).sort(compareNatural);
}
