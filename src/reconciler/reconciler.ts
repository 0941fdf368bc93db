/** Composition root: puts configuration, client, ledger, kinds and engine together for one account. */

import { randomUUID } from 'node:crypto';
import { systemClock, undiciTransport } from '../client/index.ts';
import { accountHubIds } from '../config/accounts/accounts.ts';
import { defined } from '../contract/defined.ts';
import { requireOptions } from '../errors.ts';
import { guardFirst } from '../ledger/first-ledger.ts';
import type { OperationName } from '../model/telemetry.ts';
import { withAppLedgers } from './app-ledgers.ts';
import { apply } from './apply.ts';
import { checkingArguments, requireReconcilerOptions } from './arguments.ts';
import { compare } from './compare.ts';
import { defaultLedger } from './default-ledger.ts';
import { drift } from './drift.ts';
import { explain } from './explain.ts';
import { ledgerActions } from './ledger-actions.ts';
import { list } from './list.ts';
import { listenersOf } from './listener.ts';
import { locatedSession } from './located-session.ts';
import { partsOf, within } from './operation.ts';
import type { Parts } from './parts.ts';
import { plan } from './plan.ts';
import { PASS_ENV, projectOf } from './project.ts';
import { recover } from './recover.ts';
import { withRecoveryNow } from './recovery-now.ts';
import { revert } from './revert.ts';
import { declared, snapshot } from './snapshot.ts';
import type { Reconciler, ReconcilerOptions } from './types.ts';
import { unfailing } from './unfailing.ts';

/** Creates a reconciler for one account. Before its first operation it uses neither network nor files. */
export function createReconciler(options: ReconcilerOptions): Reconciler {
  requireOptions('createReconciler', options, { config: 'the result of loadProject' });
  requireReconcilerOptions(options);
  const { config, fetchToken, maxWaitMs } = options;
  const { onEvent, onExchange } = listenersOf(options);
  const clock = options.clock ?? systemClock;
  const newId = options.newId ?? randomUUID;
  const caller = defined({ signal: options.signal, onEvent });

  const { resolution, redaction, findings, kinds } = projectOf(options, () => clock.now());
  const { account, addressFaults, developerKeys } = resolution;
  const { name } = account;
  const given = options.ledger ?? defaultLedger({ location: config.location, name, clock, newId });
  const { desired } = resolution;
  const addresses = new Set(desired.resources.map(({ address }) => address));
  const ledger = guardFirst({ store: given, account, declared: accountHubIds(config), addresses });
  const store = withRecoveryNow(withAppLedgers(ledger.store, { name, kinds, desired }), kinds);
  const transport = options.transport ?? undiciTransport();
  const session = locatedSession({
    ...{ ledger, account, addressFaults, developerKeys, transport, clock, redaction, ...caller },
    ...defined({ fetchToken, maxWaitMs, onExchange }),
    ...(options.env === undefined && { credentialAdvice: { hint: PASS_ENV } }),
  });
  const parts = partsOf({ ...{ resolution, findings, kinds, store, clock, newId, session }, ...caller });
  const { timeoutMs } = options;
  const telemetry =
    options.telemetry && unfailing(options.telemetry, (message) => onEvent?.({ type: 'warning', message }));
  const reading = <T>(operation: OperationName, work: (limited: Parts) => Promise<T>) =>
    within(parts, { operation, timeoutMs, telemetry }, work);
  const writing = <T>(operation: OperationName, work: (limited: Parts) => Promise<T>) =>
    within(parts, { operation, timeoutMs, telemetry, tells: true }, work);

  const resolve = (project: ReconcilerOptions['config'], name?: string) => {
    // The prepared project belongs to this account and these files.
    const { prepared: _, ...rest } = options;
    return projectOf({ ...rest, ...defined({ account: name }), config: project, redaction }, () => clock.now());
  };
  return checkingArguments({
    account,
    findings,
    plan: (planOptions) => reading('plan', (limited) => plan(limited, planOptions)),
    revert: (revertOptions) => reading('revert', (limited) => revert(limited, revertOptions)),
    recover: (reviewed, options) => writing('recover', (limited) => recover(limited, reviewed, options)),
    apply: (made, applyOptions) => writing('apply', (limited) => apply(limited, made, applyOptions)),
    drift: () => reading('drift', drift),
    list: (listOptions) => reading('list', (limited) => list(limited, listOptions)),
    explain: (address) => reading('explain', (limited) => explain(limited, address)),
    pull: async (pullOptions) => {
      // Not with the rest: few programs write files.
      const { pull } = await import('./pull/pull.ts');
      return reading('pull', (limited) => pull({ ...limited, project: config, resolve }, pullOptions));
    },
    snapshot: (snapshotOptions) => reading('snapshot', (limited) => snapshot(limited, snapshotOptions)),
    declared: (snapshotOptions) => declared(parts, snapshotOptions),
    compare: (left, compareOptions) => reading('compare', (limited) => compare(limited, left, compareOptions)),
    ledger: ledgerActions(parts),
    close: () => transport.close(),
  });
}
