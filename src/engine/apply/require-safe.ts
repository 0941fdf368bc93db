/** Refuses a plan before the first call of its run. */

import { defined } from '../../contract/defined.ts';
import { UnsafePlanError } from '../../errors.ts';
import type { Ledger } from '../../model/ledger.ts';
import { moment } from '../../model/moment.ts';
import type { Plan } from '../../model/plan.ts';
import { blockedFindings } from '../gate/guard.ts';
import { settling } from '../hints.ts';

/** Throws UnsafePlanError unless blocked changes are to be left out. */
export function requireUnblocked(plan: Plan, skipBlocked: boolean): void {
  const blocked = blockedFindings(plan);
  if (skipBlocked || blocked.length === 0) return;
  throw new UnsafePlanError('Nothing was written: the plan has blocked changes.', blocked);
}

/** A plan cannot know of a call that another run left open after it was made: making it again could do it twice. */
export function requireSettled(plan: Plan, known: Ledger): void {
  const planned = new Set(plan.calls.flatMap(({ covers }) => covers));
  const open = known.intentions.filter(
    ({ recovery, covers }) => recovery === 'ask' && covers.some((address) => planned.has(address)),
  );
  if (open.length === 0) return;
  throw new UnsafePlanError(
    'An earlier call on what the plan changes may have taken effect and must be settled first.',
    open.map((intention) => ({
      code: 'unsettled-intention',
      severity: 'error',
      message: `It is unknown whether ${intention.method} ${intention.path} of ${moment(intention.at)} took effect.`,
      ...settling(intention),
      ...defined({ address: intention.covers[0] }),
    })),
  );
}
