/** Makes the plan again that somebody saved: out of the same files, the account as it is now, and the ledger. */

import { makePlan } from '../engine/plan/plan.ts';
import { makeRevertPlan } from '../engine/revert/revert.ts';
import { KINDS } from '../kinds/index.ts';
import type { Resolution } from '../model/desired.ts';
import type { Ledger, RunHistory } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Plan } from '../model/plan.ts';
import { findRun } from './ledger-actions.ts';

export interface Basis {
  readonly ledger: Ledger;
  readonly live: Live;
  readonly hubId: number;
  readonly history: readonly RunHistory[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What was consented to, narrowed to and overwritten is in the plan; it lives as long as the one that was saved. */
export function makeAgain(saved: Plan, resolution: Resolution, { history, ...basis }: Basis): Plan {
  const input = {
    ...basis,
    // The plan names every consent that counted when it was made.
    resolution: { ...resolution, policy: { ...resolution.policy, allow: [] } },
    kinds: KINDS,
    allow: saved.allowed,
    targets: saved.targets,
    overwrite: saved.taken,
    known: new Set<string>(),
  };
  const { origin, createdAt, expiresAt } = saved;
  const made =
    origin.kind === 'files' ? makePlan(input) : makeRevertPlan({ ...input, run: findRun(history, origin.run) });
  return { ...made, createdAt, expiresAt };
}
