/** Which addresses a plan can refer to; all others are refused before any call. */

import { type Named, unknownNames, WHERE_KNOWN } from '../engine/plan/named.ts';
import { addressesOf } from '../engine/revert/revert.ts';
import { UnsafePlanError } from '../errors.ts';
import type { Address } from '../model/address.ts';
import type { Resolution } from '../model/desired.ts';
import type { Ledger, LedgerStore, RunHistory } from '../model/ledger.ts';

/**
 * Declared, recorded, or changed by a run that is known: a consent to take something away may be left over. Throws
 * UnsafePlanError for what somebody named beside these.
 */
export async function knownToPlan(
  named: Named,
  { desired, policy }: Pick<Resolution, 'desired' | 'policy'>,
  { ledger, store }: { readonly ledger: Ledger; readonly store: LedgerStore },
): Promise<ReadonlySet<string>> {
  const known = new Set([...desired.resources.map(({ address }) => address), ...Object.keys(ledger.records)]);
  const all = { ...named, allow: [...(named.allow ?? []), ...policy.allow] };
  if (unknownNames(all, known, WHERE_KNOWN).length === 0) return known;
  const ever = new Set([...known, ...(await store.history()).flatMap(addressesOf)]);
  requireKnown(named, ever, WHERE_KNOWN);
  return ever;
}

/**
 * A revert speaks of what its run changed, and of nothing else. Before the account tells what names stand for, each record of the
 * ledger may be what the run changed under another name. Throws UnsafePlanError.
 */
export function requireOfRun(
  named: Named,
  changed: readonly Address[],
  ledger: Pick<Ledger, 'records'> | undefined,
  run: RunHistory['run'],
): void {
  requireKnown(named, new Set([...changed, ...Object.keys(ledger?.records ?? {})]), `that the run ${run} changed`);
}

function requireKnown(named: Named, known: ReadonlySet<string>, where: string): void {
  const findings = unknownNames(named, known, where);
  if (findings.length === 0) return;
  const what = findings.length === 1 ? 'An address matches' : `${findings.length} addresses match`;
  throw new UnsafePlanError(`Nothing was planned: ${what} nothing ${where}.`, findings);
}
