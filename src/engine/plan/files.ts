/** Finds the file that declares each resource whose record an apply writes. A finding about a resource that left it names the file. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Resolution } from '../../model/desired.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';

export function filesOf(
  { desired: { resources }, places }: Pick<Resolution, 'desired' | 'places'>,
  { records }: Ledger,
  { origin, changes, adopt, renamed = {} }: Pick<Plan, 'origin' | 'changes' | 'adopt' | 'renamed'>,
): Pick<Plan, 'files' | 'moved'> {
  const written = new Set([
    ...changes.filter(({ action }) => action === 'create' || action === 'update').map(({ address }) => address),
    ...adopt.map(({ address }) => address),
    ...(Object.keys(renamed) as Address[]),
  ]);
  // A revert does not report differences between files and account.
  const shown = new Set(origin.kind === 'files' ? changes.map(({ address }) => address) : []);
  const files: Record<Address, string> = {};
  const moved: Address[] = [];
  for (const { address, provenance } of resources) {
    const file = places.get(provenance.file);
    const recorded = records[address]?.file;
    const isMoved = shown.has(address) && recorded !== undefined && recorded !== file && !written.has(address);
    if (file === undefined || !(isMoved || written.has(address))) continue;
    files[address] = file;
    if (isMoved) moved.push(address);
  }
  return defined({
    files: Object.keys(files).length === 0 ? undefined : files,
    moved: moved.length === 0 ? undefined : moved,
  });
}
