/** What of a reconciler writes the account: applying a plan, and settling what a run of a reviewed one left open. */

import type { Clock, NewId } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { applyPlan } from '../engine/apply/apply.ts';
import { isPlanned, recover } from '../engine/apply/recover.ts';
import { fingerprintOf } from '../engine/fingerprint.ts';
import { checkScopes, type ProvenAccount } from '../engine/gate/account-check.ts';
import { alteredFindings } from '../engine/gate/altered.ts';
import { guardPlan } from '../engine/gate/guard.ts';
import { requireHost } from '../engine/gate/host-check.ts';
import { isLeftBy, type Past, requireReviewed } from '../engine/gate/reviewed.ts';
import { requireFresh } from '../engine/gate/stale.ts';
import { locked } from '../engine/locked.ts';
import { REFUSED, UnsafePlanError } from '../errors.ts';
import { KINDS } from '../kinds/index.ts';
import { type Address, isAddress } from '../model/address.ts';
import type { Desired, Resolution } from '../model/desired.ts';
import type { OnEvent } from '../model/event.ts';
import { hostOf } from '../model/host.ts';
import type { Ledger, LedgerStore } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { Plan } from '../model/plan.ts';
import { makeAgain } from './again.ts';
import type { Session } from './session.ts';
import type { ApplyOptions, Reconciler } from './types.ts';

export interface WritingParts {
  readonly resolution: Resolution;
  readonly store: LedgerStore;
  readonly past: Past;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly signal?: AbortSignal;
  readonly onEvent?: OnEvent;
  session(): Session;
  /** Of the account and the host of the ledger, or of a host that somebody consented to. */
  prove(ledger: Ledger, allow?: Plan['allowed']): Promise<ProvenAccount>;
  look(ledger: Ledger, wanted: Desired, more?: Looking): Promise<Live>;
}

export interface Looking {
  readonly concurrency?: number;
  /** Addresses beside those that are declared or recorded. */
  readonly also?: readonly Address[];
}

export const DEFAULT_CONCURRENCY = 8;
/** For a look at what the ledger knows and nothing else. */
export const NOTHING: Desired = { resources: [] };

export function writingOperations(parts: WritingParts): Pick<Reconciler, 'apply' | 'recover'> {
  const { resolution, store, past, clock, newId, session, prove, look } = parts;
  const { account, desired, policy } = resolution;
  const signal = parts.signal === undefined ? {} : { signal: parts.signal };
  const onEvent = parts.onEvent === undefined ? {} : { onEvent: parts.onEvent };

  /** The same look as when the plan was made. */
  const lookAgain = (plan: Plan, ledger: Ledger) =>
    plan.origin.kind === 'files'
      ? look(ledger, desired)
      : look(ledger, NOTHING, { also: Object.keys(plan.basis.resources).filter(isAddress) });

  /** A saved plan, made anew: what its file says is compared and never taken for granted. */
  async function sameAgain(plan: Plan, ledger: Ledger, hubId: number): Promise<Plan> {
    const live = await lookAgain(plan, ledger);
    requireFresh(plan, ledger, fingerprintOf({ desired: desired.resources, ledger, live }));
    const history = await store.history();
    const made = makeAgain(plan, resolution, { ledger, live, hubId, history, now: clock.now() });
    refuse(alteredFindings(plan, made));
    return made;
  }

  const recoverAll = (hubId: number, plan?: Plan) =>
    recover({
      ...{ ledger: store, kinds: KINDS, caller: session().client, clock, hubId, ...signal, ...onEvent },
      ...defined({ planned: plan && isPlanned(plan) }),
    });

  async function recoverReviewed(reviewed: string): Promise<void> {
    const ledger = await store.read();
    if (!isLeftBy(reviewed, ledger)) return;
    const { hubId } = await prove(ledger);
    const lock = await store.lock('recover');
    try {
      if (isLeftBy(reviewed, await store.read())) await recoverAll(hubId);
      await store.compact({ name: account.name, hubId, host: hostOf(account.baseUrl) });
    } finally {
      await lock.release();
    }
  }

  async function apply(plan: Plan, applyOptions: ApplyOptions = {}) {
    const { reviewed, saved = reviewed !== undefined } = applyOptions;
    if (reviewed !== undefined) await requireReviewed(plan, reviewed, past);
    const guards = {
      account,
      policy,
      skipBlocked: applyOptions.skipBlocked ?? false,
      saved,
      now: clock.now(),
      ...defined({ confirm: applyOptions.confirm }),
    };
    refuse(guardPlan(plan, guards));
    // A plan of this process was made at this host; one out of a file says so itself.
    if (saved) requireHost(account, await store.read(), plan.allowed);
    const { hubId, scopes } = await session().prove(plan.account.hubId ?? account.hubId ?? null);
    refuse(checkScopes(plan.calls, scopes));
    return locked(store, 'apply', async () => {
      const before = await store.read();
      requireHost(account, before, plan.allowed);
      const sure = saved ? await sameAgain(plan, before, hubId) : plan;
      if (saved) refuse(guardPlan(sure, guards));
      else requireFresh(sure, before, undefined);
      const recovered = await recoverAll(hubId, sure);
      const result = await applyPlan({
        plan: sure,
        kinds: KINDS,
        caller: session().client,
        ledger: store,
        clock,
        newId,
        concurrency: applyOptions.concurrency ?? DEFAULT_CONCURRENCY,
        skipBlocked: guards.skipBlocked,
        hubId,
        accepted: recovered.accepted,
        ...defined({ reviewed }),
        ...signal,
        ...onEvent,
      });
      return {
        ...result,
        settled: recovered.settled,
        findings: [...recovered.findings, ...result.findings],
        calls: {
          write: recovered.calls.write + result.calls.write,
          reread: recovered.calls.reread + result.calls.reread,
          check: result.calls.check,
        },
      };
    });
  }

  return { apply, recover: recoverReviewed };
}

function refuse(findings: UnsafePlanError['findings']): void {
  const [first, ...others] = findings.filter(({ severity }) => severity === 'error');
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new UnsafePlanError(`${REFUSED}: ${first.message}${more}`, findings, {
    ...defined({ hint: first.hint }),
  });
}
