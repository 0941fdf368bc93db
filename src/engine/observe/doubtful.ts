/** Finds records that no read can confirm and that may be gone, because every related resource is gone. */

import type { Address } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';
import type { Kind } from '../../model/kind.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import { moment } from '../../model/moment.ts';
import { compareNatural } from '../../model/natural.ts';
import { kindsByName } from '../kind-lookup.ts';
import { provingReader } from './reread.ts';

/** A person checks each of them, so the list is nearly complete, and never leaves out a single one. */
const SHOWN = 20;

export interface DoubtfulInput {
  readonly desired: { readonly resources: readonly DesiredResource[] };
  readonly ledger: Ledger;
  readonly live: Live;
  readonly kinds: readonly Kind[];
  /** The ledger was written for another host. */
  readonly hostChanged: boolean;
}

export interface Doubts {
  readonly findings: readonly Finding[];
  /** Addresses whose records have no mark yet. */
  readonly fresh: readonly Address[];
}

/**
 * An account that was reset or replaced loses everything at once; a group that was deleted by hand loses its properties first.
 * What an earlier apply marked stays in doubt when the rest is back.
 */
export function doubtfulRecords(input: DoubtfulInput): Doubts {
  const unread = unreadRecords(input);
  const { doubted, findings } = doubtsNow(input, unread);
  const standing = unread.filter(({ address, doubtedAt }) => doubtedAt !== undefined && !doubted.has(address));
  return {
    findings: [...findings, ...(standing.length === 0 ? [] : [unresolved(standing)])],
    fresh: unread.flatMap(({ address, doubtedAt }) =>
      doubted.has(address) && doubtedAt === undefined ? [address] : [],
    ),
  };
}

/** Returns the records without a read of their values or existence, except those with an open call. */
function unreadRecords({ ledger, live, kinds }: DoubtfulInput): readonly LedgerRecord[] {
  const byName = kindsByName(kinds);
  return Object.values(ledger.records)
    .filter(({ address, kind }) => {
      const known = live.resources.get(address);
      return provingReader(byName.get(kind)) === undefined && known?.basis === 'recorded' && known.shown !== true;
    })
    .toSorted((a, b) => compareNatural(a.address, b.address));
}

interface DoubtsNow {
  readonly doubted: ReadonlySet<Address>;
  readonly findings: readonly Finding[];
}

function doubtsNow(input: DoubtfulInput, unread: readonly LedgerRecord[]): DoubtsNow {
  const { ledger, live, kinds } = input;
  const all = new Set(unread.map(({ address }) => address));
  if (unread.length === 0) return { doubted: all, findings: [] };
  if (input.hostChanged) return { doubted: all, findings: [elsewhere(unread)] };
  const byName = kindsByName(kinds);
  const readable = Object.values(ledger.records).filter(({ kind }) => provingReader(byName.get(kind)) !== undefined);
  const isGone = ({ address }: LedgerRecord): boolean => !live.resources.has(address) && !live.unseen.has(address);
  if (readable.length > 0 && readable.every(isGone))
    return { doubted: all, findings: [emptied(readable.length, unread)] };
  const dependents = dependentsOf(input, readable);
  const findings = unread.flatMap(({ address }) => {
    const own = dependents.get(address) ?? [];
    return own.length > 0 && own.every(isGone) ? [bereft(address, own.length)] : [];
  });
  return { doubted: new Set(findings.map(({ address }) => address)), findings };
}

/** Records by the address that they mentioned when they were applied. */
function dependentsOf(
  { desired, kinds }: DoubtfulInput,
  readable: readonly LedgerRecord[],
): ReadonlyMap<Address, readonly LedgerRecord[]> {
  const byName = kindsByName(kinds);
  const declared = new Map(desired.resources.map((resource) => [resource.address, resource] as const));
  const pairs = readable.flatMap((record) => {
    const spec = declared.get(record.address)?.spec;
    const mentions = spec && byName.get(record.kind)?.mentions({ ...spec, ...record.fields });
    return (mentions ?? []).map((on) => ({ on, record }));
  });
  return new Map([...Map.groupBy(pairs, ({ on }) => on)].map(([on, own]) => [on, own.map(({ record }) => record)]));
}

function emptied(gone: number, unread: readonly LedgerRecord[]): Finding {
  return {
    code: 'record-doubtful',
    severity: 'warning',
    message: `None of the applied resources that can be read is in the account any longer (${gone} ${gone === 1 ? 'resource' : 'resources'}). Those known from the ledger only may also be deleted: ${namesOf(unread)}.`,
    hint: CHECK,
    fix: [{ action: 'forget', addresses: addressesOf(unread), when: 'gone' }],
  };
}

function elsewhere(unread: readonly LedgerRecord[]): Finding {
  return {
    code: 'record-doubtful',
    severity: 'warning',
    message: `Resources known from the ledger only were applied at another host, and may not exist at this one: ${namesOf(unread)}.`,
    ...wayOn(unread),
  };
}

function unresolved(standing: readonly LedgerRecord[]): Finding {
  const [since = ''] = standing.map(({ doubtedAt = '' }) => doubtedAt).sort();
  const [first, ...others] = standing;
  return {
    code: 'record-doubtful',
    severity: 'warning',
    message: `An apply found a reason to doubt (${moment(since)}) that this is still in the account, and nothing has confirmed or refuted it since: ${namesOf(standing)}.`,
    ...wayOn(standing),
    ...(first === undefined || others.length > 0 ? {} : { address: first.address }),
  };
}

const CHECK = 'Check the account.';

function wayOn(records: readonly LedgerRecord[]): Advice {
  const addresses = addressesOf(records);
  return {
    hint: CHECK,
    fix: [
      { action: 'adopt', addresses },
      { action: 'forget', addresses, when: 'gone' },
    ],
  };
}

function addressesOf(records: readonly LedgerRecord[]): readonly Address[] {
  return records.map(({ address }) => address);
}

function namesOf(records: readonly LedgerRecord[]): string {
  const shown = records.slice(0, records.length === SHOWN + 1 ? SHOWN + 1 : SHOWN).map(({ address }) => address);
  const more = records.length > shown.length ? ` and ${records.length - shown.length} more` : '';
  return `${shown.join(', ')}${more}`;
}

function bereft(address: Address, gone: number): Finding & { readonly address: Address } {
  return {
    code: 'record-doubtful',
    severity: 'warning',
    message: `${address} is known from the ledger only, and nothing that was applied to it is in the account any longer (${gone} ${gone === 1 ? 'resource' : 'resources'}): it may also be deleted.`,
    hint: CHECK,
    fix: [{ action: 'forget', addresses: [address], when: 'gone' }],
    address,
  };
}
