/** Composition root: puts configuration, client, ledger, kinds and engine together for one account. */

import { randomUUID } from 'node:crypto';
import { systemClock, undiciTransport } from '../client/index.ts';
import { accountHubIds } from '../config/accounts/accounts.ts';
import { defined } from '../contract/defined.ts';
import { requireOptions } from '../errors.ts';
import { guardRenamed } from '../ledger/renamed.ts';
import { withAppLedgers } from './app-ledgers.ts';
import { apply } from './apply.ts';
import { checkingArguments, requireReconcilerOptions } from './arguments.ts';
import { defaultLedger } from './default-ledger.ts';
import { drift } from './drift.ts';
import { explain } from './explain.ts';
import { ledgerActions } from './ledger-actions.ts';
import { list } from './list.ts';
import { unthrowing } from './listener.ts';
import { locatedSession } from './located-session.ts';
import { partsOf, within } from './operation.ts';
import type { Parts } from './parts.ts';
import { plan } from './plan.ts';
import { projectOf } from './project.ts';
import { projectLedger } from './project-ledger.ts';
import { recover } from './recover.ts';
import { withRecoveryNow } from './recovery-now.ts';
import { revert } from './revert.ts';
import { declaredState, snapshot } from './snapshot.ts';
import type { Reconciler, ReconcilerOptions } from './types.ts';

/** A reconciler for one account. Makes no call and touches no file until it is asked to do something. */
export function createReconciler(options: ReconcilerOptions): Reconciler {
  requireOptions('createReconciler', options, { config: 'the result of loadProject' });
  requireReconcilerOptions(options);
  const { config, fetchToken, maxWaitMs, onExchange } = options;
  const clock = options.clock ?? systemClock;
  const newId = options.newId ?? randomUUID;
  const caller = defined({ signal: options.signal, onEvent: options.onEvent && unthrowing(options.onEvent) });

  const { resolution, redaction, findings, kinds } = projectOf(options, () => clock.now());
  const { account, addressFaults, developerKeys } = resolution;
  const { name } = account;
  const given = options.ledger ?? defaultLedger({ location: config.location, name, clock, newId });
  const { store: own, claim } = projectLedger({ store: given, name, config, resolution });
  const ledger = guardRenamed({
    store: withRecoveryNow(withAppLedgers(own, { name, kinds, desired: resolution.desired }), kinds),
    account,
    declared: accountHubIds(config),
  });
  const transport = options.transport ?? undiciTransport();
  const session = locatedSession({
    ...{ ledger, account, addressFaults, developerKeys, transport, clock, redaction, ...caller },
    ...defined({ fetchToken, maxWaitMs, onExchange }),
  });
  const parts = partsOf({ ...{ resolution, findings, kinds, store: ledger.store, clock, newId, session }, ...caller });
  const { timeoutMs } = options;
  const reading = <T>(what: string, work: (limited: Parts) => Promise<T>) => within(parts, { what, timeoutMs }, work);
  const writing = <T>(what: string, work: (limited: Parts) => Promise<T>) =>
    within(parts, { what, timeoutMs, tells: true }, work);

  const resolve = (project: ReconcilerOptions['config']) =>
    projectOf({ ...options, config: project, redaction }, () => clock.now());
  return checkingArguments({
    account,
    findings,
    plan: (planOptions) => reading('The plan', (limited) => plan(limited, planOptions)),
    revert: (revertOptions) => reading('The plan of a revert', (limited) => revert(limited, revertOptions)),
    recover: (reviewed, options) => writing('The recovery', (limited) => recover(limited, reviewed, options)),
    apply: (made, applyOptions) => writing('The apply', (limited) => apply(limited, made, applyOptions)),
    drift: () => reading('The drift report', drift),
    list: (listOptions) => reading('The list', (limited) => list(limited, listOptions)),
    explain: (address) => reading('The explanation', (limited) => explain(limited, address)),
    pull: async (pullOptions) => {
      // Not with the rest: few programs write files.
      const { pull } = await import('./pull/pull.ts');
      return reading('The pull', (limited) => pull({ ...limited, project: config, resolve }, pullOptions));
    },
    snapshot: (snapshotOptions) => reading('The snapshot', (limited) => snapshot(limited, snapshotOptions)),
    declared: () => declaredState(parts),
    ledger: ledgerActions(parts, claim),
    close: () => transport.close(),
  });
}
