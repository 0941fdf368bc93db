/** Composition root: puts configuration, client, ledger, kinds and engine together for one account. */

import { randomUUID } from 'node:crypto';
import { systemClock, undiciTransport } from '../client/index.ts';
import { accountHubIds } from '../config/accounts/accounts.ts';
import { resolveProject } from '../config/resolve.ts';
import { defined } from '../contract/defined.ts';
import { createScrubber, SHORTEST_KNOWN, scrubbed } from '../contract/scrub.ts';
import { findDrift } from '../engine/drift/drift.ts';
import { expectedHubId } from '../engine/gate/account-check.ts';
import { requireHost } from '../engine/gate/host-check.ts';
import { observe } from '../engine/observe/observe.ts';
import { makePlan } from '../engine/plan/plan.ts';
import { addressesOf, makeRevertPlan } from '../engine/revert/revert.ts';
import { offlineFindings } from '../engine/rules/evaluate.ts';
import { ConfigError, requireOptions } from '../errors.ts';
import { KINDS } from '../kinds/index.ts';
import { type GuardedLedger, guardRenamed } from '../ledger/renamed.ts';
import type { Address } from '../model/address.ts';
import type { Desired } from '../model/desired.ts';
import type { OnEvent } from '../model/event.ts';
import type { Ledger } from '../model/ledger.ts';
import type { Plan } from '../model/plan.ts';
import { DEFAULT_CONCURRENCY, type Looking, NOTHING, writingOperations } from './apply.ts';
import { checkingArguments, requireReconcilerOptions } from './arguments.ts';
import { defaultLedger } from './default-ledger.ts';
import { knownToPlan, requireOfRun } from './known.ts';
import { findRun, ledgerActions } from './ledger-actions.ts';
import { listOperation } from './list.ts';
import { unthrowing } from './listener.ts';
import { openSession, type Session, type SessionOptions } from './session.ts';
import type { PlanOptions, Reconciler, ReconcilerOptions, RevertOptions } from './types.ts';

const NONE: readonly Address[] = [];

/** A ledger that lies elsewhere, or under another name, is refused before anything is sent. */
function afterLocation(
  { store, proven }: GuardedLedger,
  options: SessionOptions,
  onEvent: OnEvent | undefined,
): Session {
  const { client, prove } = openSession(options);
  return {
    client,
    prove: async (expected) => {
      await store.location?.();
      onEvent?.({ type: 'account-check' });
      const account = await prove(expected);
      await proven(account.hubId);
      return account;
    },
  };
}

/** A reconciler for one account. Makes no call and touches no file until it is asked to do something. */
export function createReconciler(options: ReconcilerOptions): Reconciler {
  requireOptions('createReconciler', options, { config: 'what loadProject gives' });
  requireReconcilerOptions(options);
  const clock = options.clock ?? systemClock;
  const newId = options.newId ?? randomUUID;
  const resolution = resolveProject(options.config, {
    kinds: KINDS,
    env: options.env ?? {},
    ...defined({ credentials: options.credentials, account: options.account }),
  });
  const { account, desired } = resolution;
  const redaction = options.redaction ?? createScrubber([], SHORTEST_KNOWN);
  for (const secret of resolution.secrets) redaction.hide(secret.reveal());
  const findings = scrubbed(offlineFindings(resolution, KINDS, clock.now()), redaction.scrub);
  const ledger = guardRenamed({
    store: options.ledger ?? defaultLedger({ location: options.config.location, name: account.name, clock, newId }),
    account,
    declared: accountHubIds(options.config),
  });
  const { store } = ledger;
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  const heard = options.onEvent && unthrowing(options.onEvent);
  const onEvent = defined({ onEvent: heard });
  const transport = options.transport ?? undiciTransport();
  let opened: Session | undefined;

  const session = (): Session => {
    opened ??= afterLocation(
      ledger,
      {
        account,
        transport,
        clock,
        redaction,
        ...signal,
        ...defined({ fetchToken: options.fetchToken, maxWaitMs: options.maxWaitMs }),
        onWait: (wait) => heard?.({ type: 'waiting', ...wait }),
        ...defined({ onExchange: options.onExchange }),
      },
      heard,
    );
    return opened;
  };
  /** The ledger says what is expected: whose account it is, and at which host. A host that nobody consented to gets no token. */
  const prove = async (ledger: Ledger, allow: PlanOptions['allow'] = []) => {
    requireHost(account, ledger, allow);
    return session().prove(expectedHubId(account.hubId, ledger));
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

  /** Only what these need: the rest of the ledger is not asked about. */
  const lookAt = async (ledger: Ledger, resources: Desired['resources']) => {
    await prove(ledger);
    return look({ ...ledger, records: {}, intentions: [] }, { ...desired, resources });
  };
  const actions = ledgerActions({ store, account, desired, clock, newId, look: lookAt });

  const writer = async () => {
    const holder = await store.holder();
    return holder === undefined ? {} : { holder };
  };

  async function plan(planOptions: PlanOptions = {}): Promise<Plan> {
    if (findings.some(({ severity }) => severity === 'error')) throw new ConfigError(findings);
    const ledger = await store.read();
    const known = await knownToPlan(planOptions, resolution, { ledger, store });
    const { hubId } = await prove(ledger, planOptions.allow);
    const live = await look(ledger, desired, planOptions);
    return makePlan({
      ...(await writer()),
      resolution,
      live,
      ledger,
      kinds: KINDS,
      allow: planOptions.allow ?? [],
      targets: planOptions.targets ?? [],
      overwrite: planOptions.overwrite ?? [],
      known,
      hubId,
      now: clock.now(),
    });
  }

  async function revert({ run: id, ...more }: RevertOptions = {}): Promise<Plan> {
    const [ledger, history] = [await store.read(), await store.history()];
    const run = findRun(history, id);
    requireOfRun(more, run);
    const { hubId } = await prove(ledger);
    const live = await look(ledger, NOTHING, { ...more, also: addressesOf(run) });
    return makeRevertPlan({
      ...(await writer()),
      run,
      resolution,
      live,
      ledger,
      kinds: KINDS,
      allow: more.allow ?? [],
      targets: more.targets ?? [],
      overwrite: more.overwrite ?? [],
      hubId,
      now: clock.now(),
    });
  }

  const writing = writingOperations({
    resolution,
    store,
    past: actions,
    clock,
    newId,
    session,
    prove,
    look,
    ...signal,
    ...onEvent,
  });

  return checkingArguments({
    account,
    findings,
    plan,
    revert,
    ...writing,
    async drift() {
      const before = await store.read();
      const { hubId } = await prove(before);
      const live = await look(before, NOTHING);
      // A run that is under way writes both while they are read.
      const ledger = await store.read();
      const moved = ledger.lineage !== before.lineage || ledger.serial !== before.serial;
      return findDrift({
        account: { name: account.name, hubId },
        ledger,
        live,
        kinds: KINDS,
        ...(await writer()),
        ...(moved ? { meanwhile: { ledger: before, runs: await store.history() } } : {}),
      });
    },
    list: listOperation({ resolution, store, session, prove, ...signal, ...onEvent }),
    ledger: actions,
    close: () => transport.close(),
  });
}
