/** Creates a saved plan again: from the same files, the current account, and the ledger. */

import { fingerprintOf } from '../engine/fingerprint.ts';
import { alteredFindings } from '../engine/gate/altered.ts';
import { requireFresh } from '../engine/gate/stale.ts';
import { makePlan } from '../engine/plan/plan.ts';
import { renamedRuns } from '../engine/revert/renamed-run.ts';
import { addressesOf, makeRevertPlan } from '../engine/revert/revert.ts';
import { adviceOf } from '../errors.ts';
import { isUnreadable } from '../ledger/history.ts';
import type { Resolution } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import type { Ledger, LedgerStore, RunHistory } from '../model/ledger.ts';
import { type Plan, runsIn } from '../model/plan.ts';
import { findRuns } from './find-run.ts';
import { type Look, NOTHING } from './observer.ts';
import type { Parts } from './parts.ts';
import { planningInput, type Seen } from './planning.ts';
import { refuse } from './refuse.ts';

export interface MadeAgain {
  readonly plan: Plan;
  /** Warnings for the result of the apply. */
  readonly findings: readonly Finding[];
}

/** Compares a saved plan with the plan of the current files and account. Throws StalePlanError, UnsafePlanError, LedgerError. */
export async function sameAgain(parts: Parts, saved: Plan, ledger: Ledger, hubId: number): Promise<MadeAgain> {
  const { resolution, store, clock } = parts;
  const { history, findings } = await readHistory(store, saved.origin);
  const { live, kinds, called } = await lookAgain(parts, saved, ledger, history);
  requireFresh(saved, ledger, fingerprintOf({ desired: resolution.desired.resources, ledger, live }));
  const seen = { ledger, live, kinds, hubId, scopes: null, now: clock.now(), called };
  const made = makeAgain(saved, resolution, seen, history);
  refuse(alteredFindings(saved, made));
  return { plan: made, findings };
}

/** Reports a damaged history as a warning if the plan is made of the files, which needs no history. */
async function readHistory(
  store: Pick<LedgerStore, 'history'>,
  { kind }: Plan['origin'],
): Promise<{ readonly history: readonly RunHistory[]; readonly findings: readonly Finding[] }> {
  try {
    return { history: await store.history(), findings: [] };
  } catch (error) {
    if (kind !== 'files' || !isUnreadable(error)) throw error;
    const { code, message } = error;
    return { history: [], findings: [{ code, severity: 'warning', message, ...adviceOf(error) }] };
  }
}

/** The same look as when the plan was made. */
function lookAgain(
  { resolution, look }: Parts,
  { origin }: Plan,
  ledger: Ledger,
  history: readonly RunHistory[],
): Promise<Look> {
  return origin.kind === 'files'
    ? look(ledger, resolution.desired, { forPlan: true })
    : look(ledger, NOTHING, { forPlan: true, past: findRuns(history, runsIn(origin)).flatMap(addressesOf) });
}

/** Creates the plan again with the consents, targets and overwrites of the saved plan, and its times. */
function makeAgain(
  saved: Plan,
  resolution: Resolution,
  seen: Seen & Pick<Look, 'called'>,
  history: readonly RunHistory[],
): Plan {
  const { origin, createdAt, expiresAt } = saved;
  // The plan names every consent that counted when it was made.
  const consentless = { ...resolution, policy: { ...resolution.policy, allow: [] } };
  const asked = { allow: saved.allowed, targets: saved.targets, overwrite: saved.overwrite };
  const input = planningInput(consentless, seen, asked);
  const made =
    origin.kind === 'files'
      ? makePlan({ ...input, known: new Set() })
      : makeRevertPlan({ ...input, runs: renamedRuns(findRuns(history, runsIn(origin)), seen.called) });
  return { ...made, createdAt, expiresAt };
}
