/** Checks that the addresses of targets and consents are known. Unknown addresses are refused before any call. */

import { type Named, unknownNames, WHERE_KNOWN } from '../engine/plan/named.ts';
import { listRunAddresses } from '../engine/revert/revert.ts';
import { UnsafePlanError } from '../errors.ts';
import { isUnreadable } from '../ledger/history.ts';
import { parseAddress } from '../model/address.ts';
import type { Resolution } from '../model/desired.ts';
import type { Kind } from '../model/kind.ts';
import type { Ledger, LedgerStore, RunHistory } from '../model/ledger.ts';

/**
 * Known addresses are declared, recorded, or changed by a recorded run, because a consent may be left over. Throws UnsafePlanError for
 * unknown addresses, unless the account may have another name for a record. Such an address is checked again after the read.
 */
export async function knownToPlan(
  named: Named,
  { desired, policy }: Pick<Resolution, 'desired' | 'policy'>,
  { ledger, store, kinds }: { readonly ledger: Ledger; readonly store: LedgerStore; readonly kinds: readonly Kind[] },
): Promise<ReadonlySet<string>> {
  const open = ledger.intentions.flatMap(({ covers }) => covers);
  const known = new Set([...desired.resources.map(({ address }) => address), ...Object.keys(ledger.records), ...open]);
  const withPolicy = { ...named, allow: [...(named.allow ?? []), ...policy.allow] };
  if (unknownNames(withPolicy, known, WHERE_KNOWN).length === 0) return known;
  const past = await store.history().catch((error: unknown) => {
    // Only the warning about an unused consent of the policy depends on the history then.
    if (isUnreadable(error) && unknownNames(named, known, WHERE_KNOWN).length === 0) return undefined;
    throw error;
  });
  if (past === undefined) return new Set([...known, ...policy.allow.flatMap(({ address }) => address ?? [])]);
  const ever = new Set([...known, ...past.flatMap(listRunAddresses)]);
  const all = [...(named.allow ?? []).flatMap(({ address }) => address ?? []), ...(named.overwrite ?? [])];
  requireKnown(
    named,
    new Set([...ever, ...all.filter((address) => mayBeRecorded(address, ledger, kinds))]),
    WHERE_KNOWN,
  );
  return ever;
}

/** Returns true if a record may have another name that matches the address. */
function mayBeRecorded(address: string, { records }: Ledger, kinds: readonly Kind[]): boolean {
  const parts = parseAddress(address)?.parts ?? [];
  const kind = kinds.find(({ name }) => address.startsWith(`${name}:`));
  if (kind?.objectTypes === undefined || address.includes('*')) return false;
  return Object.values(records).some(
    (record) =>
      record.kind === kind.name &&
      (kind.associationType !== undefined || parseAddress(record.address)?.parts.at(-1) === parts.at(-1)),
  );
}

/**
 * A revert accepts only addresses that its run changed. Before names are resolved, each record may have an older name in the run. Throws
 * UnsafePlanError.
 */
export function requireOfRun(
  named: Named,
  runs: readonly RunHistory[],
  ledger: Pick<Ledger, 'records'> | undefined,
): void {
  const changed = new Set([...runs.flatMap(listRunAddresses), ...Object.keys(ledger?.records ?? {})]);
  const which = `${runs.length === 1 ? 'the run' : 'the runs'} ${runs.map(({ run }) => run).join(', ')}`;
  requireKnown(named, changed, `that ${which} changed`);
}

/** Throws UnsafePlanError for unknown addresses. */
export function requireKnown(named: Named, known: ReadonlySet<string>, where: string): void {
  const findings = unknownNames(named, known, where);
  if (findings.length === 0) return;
  const what =
    findings.length === 1 ? 'An address or pattern matches' : `${findings.length} addresses or patterns match`;
  throw new UnsafePlanError(`Nothing was planned: ${what} nothing ${where}.`, findings);
}
