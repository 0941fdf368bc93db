/** Records declared resources in the ledger, after reading them where possible. */

import { defined } from '../../contract/defined.ts';
import { kindNamed } from '../../engine/kind-lookup.ts';
import { momentOf } from '../../engine/observe/seen-at.ts';
import type { Address } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import { nearHint } from '../../model/nearest.ts';
import type { Pull } from '../../model/pull.ts';
import type { AdoptOptions } from '../ledger-types.ts';
import type { Parts } from '../parts.ts';
import { readingOf } from '../pull/reading.ts';
import { type Adopted, adoptions } from './adoption.ts';
import { type Sighted, seenInAccount } from './adoption-seen.ts';
import { changeLedger, requireEach, timeOf } from './change.ts';

export function adopt(
  parts: Parts,
  addresses: readonly Address[],
  { overwrite = false, pulled }: AdoptOptions = {},
): Promise<readonly Adopted[]> {
  const { kinds } = parts;
  const { account, desired, places } = parts.resolution;
  const { resources } = desired;
  return changeLedger(parts, `adopt ${addresses.join(' ')}`, async (ledger) => {
    const when = { at: timeOf(parts), run: parts.newId() };
    const declared = new Map(resources.map((resource) => [resource.address, resource] as const));
    requireDeclared(addresses, declared);
    const chosen = [...new Set(addresses)].flatMap((address) => declared.get(address) ?? []);
    const look = (readable: readonly DesiredResource[]) => lookAt(parts, ledger, readable, pulled);
    const seen = await seenInAccount({
      chosen,
      kinds,
      ledger,
      when,
      hold: account.drift === 'hold',
      inPart: pulled !== undefined,
      look,
    });
    const value = adoptions(
      chosen.map((one) => ({
        declared: declaredRecord(one, when, kinds),
        before: ledger.records[one.address],
        ...defined({ seen: seen.get(one.address), file: places.get(one.provenance.file) }),
      })),
      overwrite,
    );
    const changed = value.filter(({ status }) => status !== 'unchanged');
    return { entries: changed.map(({ record }) => ({ type: 'record', record })), value };
  });
}

/** Only what these need: the rest of the ledger is not asked about. What a pull has just read is not read again. */
async function lookAt(
  { prove, look, resolution: { account }, clock }: Parts,
  ledger: Ledger,
  resources: readonly DesiredResource[],
  pulled: Pull | undefined,
): Promise<Sighted> {
  const { hubId } = await prove(ledger);
  const addresses = resources.map(({ address }) => address);
  const read = pulled && readingOf(pulled, addresses, { account, hubId, ledger, now: momentOf(clock) });
  return read ?? look({ ...ledger, records: {}, intentions: [] }, { resources });
}

/** The declared fields, as if they had been applied. */
function declaredRecord(
  { address, kind, spec }: DesiredResource,
  when: Pick<LedgerRecord, 'at' | 'run'>,
  kinds: Parts['kinds'],
): LedgerRecord {
  const owned = Object.keys(kindNamed(kinds, kind).fields);
  const fields = Object.fromEntries(Object.entries(spec).filter(([field]) => owned.includes(field)));
  return { address, kind, fields, basis: 'recorded', ...when };
}

/** The hint does not name the list of the ledger, which lacks declared addresses. */
function requireDeclared(addresses: readonly Address[], declared: ReadonlyMap<Address, DesiredResource>): void {
  const near = addresses
    .filter((address) => !declared.has(address))
    .flatMap((one) => nearHint(one, declared.keys()) ?? []);
  requireEach(
    addresses,
    (address) => declared.has(address),
    'The files do not declare',
    near.length > 0 ? { hint: near.join(' ') } : { fix: [{ action: 'list-declared' }] },
  );
}
