/** Compares the account with the last apply. Writes nothing. Throws ConfigError if a finding of the configuration is an error. */

import { defined } from '../contract/defined.ts';
import { findDrift } from '../engine/drift/drift.ts';
import { markUndeclared } from '../engine/drift/undeclared.ts';
import type { DriftReport } from '../model/drift.ts';
import { buildVersion } from '../model/ledger.ts';
import { NOTHING } from './observer.ts';
import type { Parts } from './parts.ts';
import { requireNoErrors } from './validate.ts';

export async function drift({ resolution, findings, store, prove, look }: Parts): Promise<DriftReport> {
  requireNoErrors(findings);
  const { account } = resolution;
  const before = await store.read();
  const { hubId } = await prove(before);
  const { live, kinds } = await look(before, NOTHING);
  // A run that is under way writes both while they are read.
  const ledger = await store.read();
  const changed = buildVersion(ledger) !== buildVersion(before);
  const holder = await store.holder();
  const report = findDrift({
    account: { name: account.name, hubId },
    ledger,
    live,
    kinds,
    ...defined({ holder }),
    ...(changed ? { meanwhile: { ledger: before, runs: await store.history() } } : {}),
  });
  const declared = new Set(resolution.desired.resources.map(({ address }) => address));
  return markUndeclared(report, { declared, ledger, live });
}
