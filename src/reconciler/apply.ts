/** Applies a plan: checks it, takes the lock, settles what earlier runs left open, and makes its calls. */

import { defined } from '../contract/defined.ts';
import { applyPlan } from '../engine/apply/apply.ts';
import type { Recovered } from '../engine/apply/recover.ts';
import { listConcerned } from '../engine/concerned.ts';
import { computeFingerprint } from '../engine/fingerprint.ts';
import { alteredFindings } from '../engine/gate/altered.ts';
import { type GuardInput, guardPlan } from '../engine/gate/guard.ts';
import { requireHost } from '../engine/gate/host-check.ts';
import { requireReviewed } from '../engine/gate/reviewed.ts';
import { requireFresh } from '../engine/gate/stale.ts';
import { locked, requireKept } from '../engine/locked.ts';
import { makePlan } from '../engine/plan/plan.ts';
import { renamedRuns } from '../engine/revert/renamed-run.ts';
import { collectRestored, listRunAddresses, makeRevertPlan } from '../engine/revert/revert.ts';
import { REFUSED, readAdvice, UnsafePlanError } from '../errors.ts';
import { isUnreadable } from '../ledger/history.ts';
import type { Address } from '../model/address.ts';
import type { Resolution } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import type { Fields } from '../model/json.ts';
import type { Ledger, LedgerStore, RunHistory } from '../model/ledger.ts';
import type { ApplyResult } from '../model/outcome.ts';
import { listRuns, type Plan } from '../model/plan.ts';
import { findRuns } from './find-run.ts';
import { DEFAULT_CONCURRENCY, type Look, type Named, NOTHING } from './observer.ts';
import type { Parts } from './parts.ts';
import { planningInput, type Seen } from './planning.ts';
import { recoverAll } from './recover.ts';
import type { ApplyOptions } from './types.ts';

export async function apply(parts: Parts, plan: Plan, options: ApplyOptions = {}): Promise<ApplyResult> {
  const { resolution, store, session } = parts;
  const { account } = resolution;
  const { reviewed } = options;
  if (reviewed !== undefined)
    await requireReviewed(plan, reviewed, { read: () => store.read(), runs: () => store.history() });
  const guards = guardsOf(parts, options);
  refuse(guardPlan(plan, guards));
  // A plan of this process was made at this host; one out of a file says so itself.
  if (guards.saved) requireHost(account, await store.read(), plan.allowed);
  const { hubId, user } = await session().prove(plan.account.hubId ?? account.hubId ?? null);
  // A saved plan is created again under the lock, so its addresses are not known before.
  const about = guards.saved ? undefined : listConcerned(plan);
  const locking = { lock: (purpose: string) => store.lock(purpose, about) };
  return locked(locking, 'apply', async (lock) => {
    const ledger = await store.read();
    const { plan: sure, findings } = await checkedAgain(parts, plan, guards, { ledger, hubId });
    const { kinds, ids, naming } = await namesToWrite(parts, sure);
    const run = parts.newId();
    await options.whenLocked?.(run);
    // The steps before may have taken longer than the term of the lock.
    await lock.renew?.();
    const { lost } = lock;
    const recovered = await recoverAll(parts, hubId, { plan: sure, ...defined({ lost }) });
    requireKept(lost);
    const result = await applyPlan({
      run,
      plan: sure,
      kinds,
      ids,
      pathOf: naming.pathOf,
      caller: session().client,
      ledger: store,
      clock: parts.clock,
      newId: parts.newId,
      concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
      skipBlocked: guards.skipBlocked,
      hubId,
      isNew: ledger.account.hubId === null,
      accepted: recovered.accepted,
      ...defined({ by: user?.name, lost, reviewed, signal: parts.signal, onEvent: parts.onEvent }),
    });
    return withRecovered(result, recovered, findings);
  });
}

function guardsOf({ resolution, clock }: Parts, options: ApplyOptions): GuardInput {
  const { account, policy } = resolution;
  const { saved = options.reviewed !== undefined, skipBlocked = false, confirm } = options;
  return { account, policy, skipBlocked, saved, now: clock.now(), ...defined({ confirm }) };
}

/**
 * Returns the kinds with the current names of the account. A record that the plan forgets has an older name, which is not resolved. Throws
 * UnsafePlanError if a call has a name without a meaning.
 */
async function namesToWrite({ kindsFor, store, resolution }: Parts, { calls, changes, origin }: Plan): Promise<Named> {
  const addresses = changes.filter(({ action }) => action !== 'forget').map(({ address }) => address);
  const desired = origin.kind === 'files' ? resolution.desired : NOTHING;
  const restores = new Map(
    calls.flatMap(({ expects }) => Object.entries(expects) as [Address, Fields | null][]).flatMap(restored),
  );
  const { kinds, naming, ids } = await kindsFor(await store.read(), addresses, { desired, restores });
  const gaps = new Set(calls.flatMap(({ covers }) => covers.flatMap((address) => naming.gapOf(address) ?? [])));
  refuse([...new Set([...gaps].map(({ finding }) => finding))].map((finding) => ({ ...finding, severity: 'error' })));
  return { kinds, naming, ids };
}

function restored([address, fields]: readonly [Address, Fields | null]): readonly (readonly [Address, Fields])[] {
  return fields === null ? [] : [[address, fields]];
}

/** The lock is held: the ledger does not change any more. */
async function checkedAgain(
  parts: Parts,
  plan: Plan,
  guards: GuardInput,
  { ledger, hubId }: { readonly ledger: Ledger; readonly hubId: number },
): Promise<MadeAgain> {
  requireHost(parts.resolution.account, ledger, plan.allowed);
  if (!guards.saved) {
    requireFresh(plan, ledger, undefined);
    return { plan, findings: [] };
  }
  const made = await sameAgain(parts, plan, ledger, hubId);
  refuse(guardPlan(made.plan, guards));
  return made;
}

function withRecovered(
  result: ApplyResult,
  { settled, findings, calls }: Recovered,
  warnings: readonly Finding[],
): ApplyResult {
  return {
    ...result,
    settled,
    findings: [...warnings, ...findings, ...result.findings],
    calls: {
      write: calls.write + result.calls.write,
      reread: calls.reread + result.calls.reread,
      check: result.calls.check,
    },
  };
}

interface MadeAgain {
  readonly plan: Plan;
  /** Warnings for the result of the apply. */
  readonly findings: readonly Finding[];
}

/** Compares a saved plan with the plan of the current files and account. Throws StalePlanError, UnsafePlanError, LedgerError. */
async function sameAgain(parts: Parts, saved: Plan, ledger: Ledger, hubId: number): Promise<MadeAgain> {
  const { resolution, store, clock } = parts;
  const { history, findings } = await readHistory(store, saved.origin);
  const { live, kinds, called } = await lookAgain(parts, saved, ledger, history);
  requireFresh(saved, ledger, computeFingerprint({ desired: resolution.desired.resources, ledger, live }));
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
    return { history: [], findings: [{ code, severity: 'warning', message, ...readAdvice(error) }] };
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
    : lookAtRuns(look, ledger, findRuns(history, listRuns(origin)));
}

function lookAtRuns(look: Parts['look'], ledger: Ledger, runs: readonly RunHistory[]): Promise<Look> {
  return look(ledger, NOTHING, {
    forPlan: true,
    past: runs.flatMap(listRunAddresses),
    restores: collectRestored(runs),
  });
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
      : makeRevertPlan({ ...input, runs: renamedRuns(findRuns(history, listRuns(origin)), seen.called) });
  return { ...made, createdAt, expiresAt };
}

/** Throws UnsafePlanError with every finding. */
function refuse(findings: UnsafePlanError['findings']): void {
  const [first, ...others] = findings.filter(({ severity }) => severity === 'error');
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new UnsafePlanError(`${REFUSED}: ${first.message}${more}`, findings, {
    ...defined({ hint: first.hint, fix: first.fix }),
  });
}
