/** Creates a saved plan again: from the same files, the current account, and the ledger. */

import { fingerprintOf } from '../engine/fingerprint.ts';
import { alteredFindings } from '../engine/gate/altered.ts';
import { requireFresh } from '../engine/gate/stale.ts';
import { makePlan } from '../engine/plan/plan.ts';
import { makeRevertPlan } from '../engine/revert/revert.ts';
import { isAddress } from '../model/address.ts';
import type { Resolution } from '../model/desired.ts';
import type { Ledger, RunHistory } from '../model/ledger.ts';
import type { Plan, SavedPlan } from '../model/plan.ts';
import { findRun } from './find-run.ts';
import { type Look, NOTHING } from './observer.ts';
import type { Parts } from './parts.ts';
import { planningInput, type Seen } from './planning.ts';
import { refuse } from './refuse.ts';

/** What the file of a saved plan says is compared and never taken for granted. Throws StalePlanError, UnsafePlanError. */
export async function sameAgain(parts: Parts, saved: SavedPlan, ledger: Ledger, hubId: number): Promise<Plan> {
  const { resolution, store, clock } = parts;
  const { live, kinds } = await lookAgain(parts, saved, ledger);
  requireFresh(saved, ledger, fingerprintOf({ desired: resolution.desired.resources, ledger, live }));
  const history = await store.history();
  const made = makeAgain(saved, resolution, { ledger, live, kinds, hubId, scopes: null, now: clock.now() }, history);
  refuse(alteredFindings(saved, made));
  return made;
}

/** The same look as when the plan was made. */
function lookAgain({ resolution, look }: Parts, { origin, fingerprint }: Plan, ledger: Ledger): Promise<Look> {
  return origin.kind === 'files'
    ? look(ledger, resolution.desired, { forPlan: true })
    : look(ledger, NOTHING, { forPlan: true, also: Object.keys(fingerprint.resources).filter(isAddress) });
}

/** What was consented to, narrowed to and overwritten is in the plan; it lives as long as the one that was saved. */
function makeAgain(saved: Plan, resolution: Resolution, seen: Seen, history: readonly RunHistory[]): Plan {
  const { origin, createdAt, expiresAt } = saved;
  // The plan names every consent that counted when it was made.
  const consentless = { ...resolution, policy: { ...resolution.policy, allow: [] } };
  const asked = { allow: saved.allowed, targets: saved.targets, overwrite: saved.overwrite };
  const input = planningInput(consentless, seen, asked);
  const made =
    origin.kind === 'files'
      ? makePlan({ ...input, known: new Set() })
      : makeRevertPlan({ ...input, run: findRun(history, origin.run) });
  return { ...made, createdAt, expiresAt };
}
