/** Settles what an earlier run of what was reviewed left open: until then, the plan cannot be recognized as the rest. */

import type { Reconciler } from '../index.ts';
import type { Intention } from '../model/ledger.ts';
import { count } from '../report/text/layout.ts';
import { approvalsIn, digestsOf, type Plans } from './approved.ts';
import { requireCurrent } from './current.ts';
import { type Reviewed, reviewedFor } from './reviewed.ts';
import type { Run } from './run.ts';
import { unreviewed } from './unreviewed.ts';

/** It may make a call once more, so all of it has to hold once the lock is held, too. Throws OvertakenError, StalePlanError, UnsafePlanError. */
export async function settleReviewed(
  run: Run,
  account: string,
  reconciler: Reconciler,
  reviewed: Reviewed,
): Promise<void> {
  if (digestsOf(reviewed).length === 0) return;
  const { intentions } = await reconciler.ledger.read();
  const open = reviewedDigest(intentions, reviewed);
  if (open === undefined) return;
  const whenLocked = async (): Promise<void> => {
    const now = await reviewedFor(run, account, reconciler, await requireCurrent(run));
    if (reviewedDigest(intentions, now) === undefined) throw unreviewed(account, now);
  };
  await reconciler.recover(open, { whenLocked });
  const settled = intentions.length - (await reconciler.ledger.read()).intentions.length;
  if (settled > 0) run.step.log(`${count(settled, 'open call')} settled.\n`);
}

/** Of the one plan that all of them are of. Undefined where there is none, or something of them was not reviewed. */
function reviewedDigest(intentions: readonly Pick<Intention, 'reviewed'>[], plans: Plans): string | undefined {
  const [open, ...others] = new Set(intentions.map(({ reviewed }) => reviewed?.plan));
  if (open === undefined || others.length > 0) return undefined;
  if (digestsOf(plans).includes(open)) return open;
  // A run that several pull requests explained has a digest of its own.
  const allowed = new Set(approvalsIn(plans).flatMap(({ changes }) => changes ?? []));
  return intentions.every(({ reviewed }) => reviewed?.changes.every((change) => allowed.has(change)))
    ? open
    : undefined;
}
