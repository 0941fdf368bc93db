/** Records that nothing can read, next to what was read: where all that went with them is gone, they may be gone too. */

import type { Address } from '../model/address.ts';
import { mention } from '../model/command.ts';
import type { DesiredResource } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import type { Kind } from '../model/kind.ts';
import type { Ledger, LedgerRecord } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import { compareNatural } from '../model/natural.ts';
import { provingReader } from './reread.ts';

/** A person has to look for each of them, so few are left out, and never one alone. */
const SHOWN = 20;

export interface DoubtfulInput {
  readonly desired: { readonly resources: readonly DesiredResource[] };
  readonly ledger: Ledger;
  readonly live: Live;
  readonly kinds: readonly Kind[];
}

/** An account that was reset or replaced loses everything at once; a group that was deleted by hand loses its properties first. */
export function doubtfulRecords(input: DoubtfulInput): readonly Finding[] {
  const { ledger, live, kinds } = input;
  const byName = new Map(kinds.map((kind) => [kind.name, kind] as const));
  const records = Object.values(ledger.records).toSorted((a, b) => compareNatural(a.address, b.address));
  const isReadable = ({ kind }: LedgerRecord): boolean => provingReader(byName.get(kind)) !== undefined;
  const readable = records.filter(isReadable);
  const unread = records.filter(
    (record) => !isReadable(record) && live.resources.get(record.address)?.basis === 'recorded',
  );
  const isGone = ({ address }: LedgerRecord): boolean => !live.resources.has(address) && !live.unseen.has(address);
  if (unread.length === 0) return [];
  if (readable.length > 0 && readable.every(isGone)) return [emptied(readable.length, unread)];
  const dependents = dependentsOf(input, readable);
  return unread.flatMap(({ address }): readonly Finding[] => {
    const own = dependents.get(address) ?? [];
    return own.length > 0 && own.every(isGone) ? [bereft(address, own.length)] : [];
  });
}

/** Records by the address that they mentioned when they were applied. */
function dependentsOf(
  { desired, kinds }: DoubtfulInput,
  readable: readonly LedgerRecord[],
): ReadonlyMap<Address, readonly LedgerRecord[]> {
  const byName = new Map(kinds.map((kind) => [kind.name, kind] as const));
  const declared = new Map(desired.resources.map((resource) => [resource.address, resource] as const));
  const pairs = readable.flatMap((record) => {
    const spec = declared.get(record.address)?.spec;
    const mentions = spec && byName.get(record.kind)?.mentions({ ...spec, ...record.fields });
    return (mentions ?? []).map((on) => ({ on, record }));
  });
  return new Map([...Map.groupBy(pairs, ({ on }) => on)].map(([on, own]) => [on, own.map(({ record }) => record)]));
}

function emptied(gone: number, unread: readonly LedgerRecord[]): Finding {
  const shown = unread.slice(0, unread.length === SHOWN + 1 ? SHOWN + 1 : SHOWN).map(({ address }) => address);
  const more = unread.length > shown.length ? ` and ${unread.length - shown.length} more` : '';
  return {
    code: 'record-doubtful',
    severity: 'warning',
    message: `Nothing of what was applied and can be read is in the account any more (${gone} ${gone === 1 ? 'resource' : 'resources'}). What is known from the ledger only may be gone as well: ${shown.join(', ')}${more}.`,
    hint: `Look in the account. What is gone is created again once its record is dropped: ${mention('ledger', 'forget', shown[0] ?? 'ADDRESS')}`,
  };
}

function bereft(address: Address, gone: number): Finding {
  return {
    code: 'record-doubtful',
    severity: 'warning',
    message: `${address} is known from the ledger only, and nothing that was applied to it is in the account any more (${gone} ${gone === 1 ? 'resource' : 'resources'}): it may be gone as well.`,
    hint: `Look in the account. If it is gone: ${mention('ledger', 'forget', address)}, and the next plan creates it again.`,
    address,
  };
}
