/** Creates a plan that restores the values that runs overwrote. Writes nothing. */

import { defined } from '../contract/defined.ts';
import { renamedRuns } from '../engine/revert/renamed-run.ts';
import { collectRestored, listRunAddresses, makeRevertPlan } from '../engine/revert/revert.ts';
import { namedConsents } from '../model/consent.ts';
import type { Plan } from '../model/plan.ts';
import { findRuns } from './find-run.ts';
import { requireOfRun } from './known.ts';
import { NOTHING } from './observer.ts';
import type { Parts } from './parts.ts';
import { planningInput } from './planning.ts';
import { sharedApps } from './shared-apps.ts';
import type { RevertOptions } from './types.ts';

export async function revert(parts: Parts, { run: id, ...given }: RevertOptions = {}): Promise<Plan> {
  const { resolution, store, clock } = parts;
  const [ledger, history] = [await store.read(), await store.history()];
  const found = findRuns(history, id);
  const known = [...found.flatMap(listRunAddresses), ...Object.keys(ledger.records)];
  const options = { ...given, allow: namedConsents(given.allow ?? [], known) };
  requireOfRun(options, found, ledger);
  const proven = await parts.prove(ledger);
  const looking = {
    forPlan: true,
    past: found.flatMap(listRunAddresses),
    restores: collectRestored(found),
    ...defined({ concurrency: options.concurrency }),
  } as const;
  const { live, kinds, called } = await parts.look(ledger, NOTHING, looking);
  const runs = renamedRuns(found, called);
  requireOfRun(options, runs, undefined);
  const holder = await store.holder();
  const quota = parts.session().client.quota();
  const shared = await sharedApps(parts, ledger, NOTHING);
  const seen = { ...proven, ledger, live, kinds, shared, ...defined({ holder, quota }), now: clock.now() };
  return makeRevertPlan({ ...planningInput(resolution, seen, options), runs });
}
