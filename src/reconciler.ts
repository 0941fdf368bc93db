/** Composition root: puts configuration, client, ledger, kinds and engine together for one account. */

import { randomUUID } from 'node:crypto';
import { systemClock, undiciTransport } from './client/index.ts';
import { resolveProject } from './config/resolve.ts';
import { checkScopes } from './engine/account-check.ts';
import { applyPlan } from './engine/apply.ts';
import { basisOf } from './engine/basis.ts';
import { findDrift } from './engine/drift.ts';
import { guardPlan } from './engine/guard.ts';
import { observe } from './engine/observe.ts';
import { makePlan } from './engine/plan.ts';
import { recover } from './engine/recover.ts';
import { addressesOf, makeRevertPlan } from './engine/revert.ts';
import { isLeftBy, requireReviewed } from './engine/reviewed.ts';
import { offlineFindings } from './engine/rules.ts';
import { requireFresh } from './engine/stale.ts';
import { ConfigError, LedgerError, UnsafePlanError } from './errors.ts';
import { KINDS } from './kinds/index.ts';
import { fileStore } from './ledger/file-store.ts';
import { findRun, ledgerActions } from './ledger-actions.ts';
import { type Address, isAddress } from './model/address.ts';
import type { Desired } from './model/desired.ts';
import type { Ledger } from './model/ledger.ts';
import type { Plan } from './model/plan.ts';
import type { ApplyOptions, PlanOptions, Reconciler, ReconcilerOptions, RevertOptions } from './reconciler-types.ts';
import { openSession, type Session } from './session.ts';

const DEFAULT_CONCURRENCY = 8;
const NOTHING: Desired = { resources: [] };
const NONE: readonly Address[] = [];

interface Looking {
  readonly concurrency?: number;
  /** Addresses beside those that are declared or recorded. */
  readonly also?: readonly Address[];
}

/** A reconciler for one account. Makes no call and touches no file until it is asked to do something. */
export function createReconciler(options: ReconcilerOptions): Reconciler {
  const clock = options.clock ?? systemClock;
  const newId = options.newId ?? randomUUID;
  const resolution = resolveProject(options.config, {
    kinds: KINDS,
    env: options.env ?? {},
    ...(options.account === undefined ? {} : { account: options.account }),
  });
  const { account, desired, policy } = resolution;
  const findings = offlineFindings(resolution, clock.now());
  const store = options.ledger ?? fileStore({ dir: '.trueup', name: account.name, clock, newId });
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  const onEvent = options.onEvent === undefined ? {} : { onEvent: options.onEvent };
  const transport = options.transport ?? undiciTransport();
  const actions = ledgerActions({ store, account, desired, clock, newId });
  let opened: Session | undefined;

  const session = (): Session => {
    opened ??= openSession({
      account,
      transport,
      clock,
      ...signal,
      ...(options.fetchToken === undefined ? {} : { fetchToken: options.fetchToken }),
      ...(options.onExchange === undefined ? {} : { onExchange: options.onExchange }),
    });
    return opened;
  };
  const look = (ledger: Ledger, wanted: Desired, { concurrency = DEFAULT_CONCURRENCY, also = NONE }: Looking = {}) =>
    observe({
      desired: wanted,
      also,
      ledger,
      kinds: KINDS,
      reader: session().client,
      concurrency,
      ...signal,
      ...onEvent,
    });

  async function plan(planOptions: PlanOptions = {}): Promise<Plan> {
    if (findings.some(({ severity }) => severity === 'error')) throw new ConfigError(findings);
    const ledger = await store.read();
    const { hubId } = await session().prove(expectedHubId(account.hubId, ledger));
    const live = await look(ledger, desired, planOptions);
    return makePlan({
      resolution,
      live,
      ledger,
      kinds: KINDS,
      allow: planOptions.allow ?? [],
      targets: planOptions.targets ?? [],
      take: planOptions.take ?? [],
      hubId,
      now: clock.now(),
    });
  }

  async function revert({ run: id, ...more }: RevertOptions = {}): Promise<Plan> {
    const [ledger, history] = [await store.read(), await store.history()];
    const run = findRun(history, id);
    const { hubId } = await session().prove(expectedHubId(account.hubId, ledger));
    const live = await look(ledger, NOTHING, { ...more, also: addressesOf(run) });
    return makeRevertPlan({
      run,
      resolution,
      live,
      ledger,
      kinds: KINDS,
      allow: more.allow ?? [],
      targets: more.targets ?? [],
      take: more.take ?? [],
      hubId,
      now: clock.now(),
    });
  }

  /** The same look as when the plan was made. */
  const lookAgain = (plan: Plan, ledger: Ledger) =>
    plan.origin.kind === 'files'
      ? look(ledger, desired)
      : look(ledger, NOTHING, { also: Object.keys(plan.basis.resources).filter(isAddress) });

  const recoverAll = (hubId: number) =>
    recover({ ledger: store, kinds: KINDS, caller: session().client, clock, hubId, ...signal, ...onEvent });

  async function recoverReviewed(reviewed: string): Promise<void> {
    const ledger = await store.read();
    if (!isLeftBy(reviewed, ledger)) return;
    const { hubId } = await session().prove(expectedHubId(account.hubId, ledger));
    const lock = await store.lock('recover');
    try {
      if (isLeftBy(reviewed, await store.read())) await recoverAll(hubId);
      await store.compact({ name: account.name, hubId });
    } finally {
      await lock.release();
    }
  }

  async function apply(plan: Plan, applyOptions: ApplyOptions = {}) {
    const { reviewed, saved = reviewed !== undefined } = applyOptions;
    if (reviewed !== undefined) await requireReviewed(plan, reviewed, actions);
    const guards = {
      account,
      policy,
      skipBlocked: applyOptions.skipBlocked ?? false,
      saved,
      now: clock.now(),
      ...(applyOptions.confirm === undefined ? {} : { confirm: applyOptions.confirm }),
    };
    refuse(guardPlan(plan, guards));
    const { hubId, scopes } = await session().prove(plan.account.hubId ?? account.hubId ?? null);
    refuse(checkScopes(plan.calls, scopes));
    const lock = await store.lock('apply');
    try {
      const before = await store.read();
      const now = saved
        ? basisOf({ desired: desired.resources, ledger: before, live: await lookAgain(plan, before) })
        : undefined;
      requireFresh(plan, before, now);
      const recovered = await recoverAll(hubId);
      const result = await applyPlan({
        plan,
        kinds: KINDS,
        caller: session().client,
        ledger: store,
        lock,
        clock,
        newId,
        concurrency: applyOptions.concurrency ?? DEFAULT_CONCURRENCY,
        skipBlocked: guards.skipBlocked,
        hubId,
        ...(reviewed === undefined ? {} : { reviewed }),
        ...signal,
        ...onEvent,
      });
      return { ...result, findings: [...recovered.findings, ...result.findings] };
    } finally {
      await lock.release();
    }
  }

  return {
    account,
    findings,
    plan,
    revert,
    recover: recoverReviewed,
    apply,
    async drift() {
      const ledger = await store.read();
      const { hubId } = await session().prove(expectedHubId(account.hubId, ledger));
      const live = await look(ledger, NOTHING);
      return findDrift({ account: { name: account.name, hubId }, ledger, live, kinds: KINDS });
    },
    ledger: actions,
    close: () => transport.close(),
  };
}

/** The account that the configuration names, or the one that the ledger was written for. */
function expectedHubId(configured: number | undefined, ledger: Ledger): number | null {
  const { hubId } = ledger.account;
  if (configured !== undefined && hubId !== null && configured !== hubId) {
    throw new LedgerError(
      'foreign-ledger',
      `The ledger is of account ${hubId}, the configuration names ${configured}.`,
      {
        hint: 'Use another --ledger folder for this account, or correct hubId in the configuration.',
      },
    );
  }
  return configured ?? hubId;
}

function refuse(findings: UnsafePlanError['findings']): void {
  const [first, ...others] = findings.filter(({ severity }) => severity === 'error');
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new UnsafePlanError(`Refused before any write: ${first.message}${more}`, findings, {
    ...(first.hint === undefined ? {} : { hint: first.hint }),
  });
}
