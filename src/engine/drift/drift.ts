/** Compares the ledger with the account, and grades each resource by how it is known. Changes by trueup's own calls are not drift. */

import { defined } from '../../contract/defined.ts';
import { DRIFT_FORMAT, type DriftedResource, type DriftReport } from '../../model/drift.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Ledger, LedgerHolder, LedgerRecord, RunHistory } from '../../model/ledger.ts';
import { isGone, type Live, type LiveResource } from '../../model/live.ts';
import { compareNatural } from '../../model/natural.ts';
import { kindsByName } from '../kind-lookup.ts';
import { describeOpenCalls } from '../observe/open-calls.ts';
import { measuredAgainst } from '../observe/provisional.ts';
import { fieldDrift } from './field-drift.ts';
import { lastChange } from './last-change.ts';
import { type OwnWriting, ownWriting } from './own-writing.ts';

export interface DriftInput {
  readonly account: DriftReport['account'];
  /** The ledger after the read of the account. */
  readonly ledger: Ledger;
  readonly live: Live;
  readonly kinds: readonly Kind[];
  /** Process that holds the lock of the ledger now. */
  readonly holder?: LedgerHolder;
  /** Given when the ledger changed while the account was read: as it was before, and the runs, newest first. */
  readonly meanwhile?: { readonly ledger: Ledger; readonly runs: readonly RunHistory[] };
}

export function findDrift(input: DriftInput): DriftReport {
  const { account, ledger, live, kinds, holder } = input;
  // A resource of an open call that another user changed since is drift, as it is for the plan.
  const records = measuredAgainst(ledger, live, kinds);
  const byName = kindsByName(kinds);
  const own = ownWriting(input);
  const resources = Object.values(records)
    // A record that was added during the read was not compared.
    .filter(({ address }) => input.meanwhile === undefined || input.meanwhile.ledger.records[address] !== undefined)
    .toSorted((a, b) => compareNatural(a.address, b.address))
    .flatMap((record) => {
      const kind = byName.get(record.kind);
      const recorded = ledger.records[record.address] ?? record;
      return kind === undefined ? [] : [grade(record, { kind, live, recorded, own: own(record.address) })];
    });
  const described = describeOpenCalls({ ledger, live, kinds, ...defined({ holder }) });
  const count = (...statuses: readonly DriftedResource['status'][]): number =>
    resources.filter(({ status }) => statuses.includes(status)).length;
  return {
    format: DRIFT_FORMAT,
    account,
    summary: {
      drifted: count('drifted', 'gone'),
      inSync: count('in-sync'),
      unverifiable: count('unverifiable'),
      foreign: resources.filter(({ foreign }) => foreign !== undefined).length,
    },
    resources,
    ...described,
    findings: [...(Object.keys(records).length === 0 ? [NOTHING_RECORDED] : []), ...described.findings],
  };
}

/** Without records nothing can be compared, so "no drift" would be misleading. */
const NOTHING_RECORDED: Finding = {
  code: 'nothing-recorded',
  severity: 'warning',
  message: 'The ledger has no records, and drift compares the account with its records.',
  hint: 'Apply the configuration first: apply records the resources that it creates, and the resources that already match their declarations. If it was applied before, check the location of its ledger.',
};

/** Returns what is known of a missing resource: it may be archived, and can come back. */
function describeArchived(
  archived: LiveResource | undefined,
  { reader }: Kind,
): Pick<DriftedResource, 'reason' | 'changedAt'> {
  if (archived === undefined) return {};
  const lost = isUnsupported(reader) ? undefined : reader.losesArchived;
  return {
    reason: lost ?? 'It is archived in the account: creating it again restores it with its record values.',
    ...defined({ changedAt: archived.archived?.at }),
  };
}

interface Sight {
  readonly kind: Kind;
  /** The record without the effects of open calls. */
  readonly recorded: LedgerRecord;
  readonly live: Live;
  readonly own: OwnWriting;
}

function grade(record: LedgerRecord, sight: Sight): DriftedResource {
  const { kind, live, recorded, own } = sight;
  const { address } = record;
  // By its address of the past nothing is seen of it, and that may be the address of something else by now.
  const now = live.renamed?.get(address) ?? address;
  const found = live.resources.get(now);
  const only = record.found === 'recorded' ? ({ recordedOnly: true } as const) : {};
  const base = { address, kind: record.kind, fields: [], appliedAt: record.at, ...only } as const;
  if (isUnsupported(kind.reader))
    return { ...base, status: 'unverifiable', basis: 'recorded', reason: kind.reader.reason };
  if (isGone(address, live))
    return { ...base, status: 'gone', basis: 'observed', ...defined({ reason: live.lacking?.get(address) }) };
  if (live.unseen.has(now))
    return {
      ...base,
      status: 'unverifiable',
      basis: 'unknown',
      reason: live.lacking?.get(now) ?? 'The read that would show it failed.',
    };
  if (kind.reader.proves === 'existence')
    return {
      ...base,
      status: 'unverifiable',
      basis: 'recorded',
      reason: 'Only its existence can be inferred.',
    };
  if (found === undefined && own.removal) return { ...base, status: 'in-sync', basis: 'observed', reason: own.reason };
  if (found === undefined)
    return { ...base, status: 'gone', basis: 'observed', ...describeArchived(live.archived?.get(now), kind) };
  const { differs, theirs, foreign } = fieldDrift(record, found.fields, kind, own.records);
  const seen = { ...base, ...(foreign.length === 0 ? {} : { foreign }), basis: 'observed' } as const;
  if (theirs.length > 0)
    return {
      ...seen,
      status: 'drifted',
      fields: theirs,
      ...lastChange({ record: recorded, kind, live: found, own: own.records }),
    };
  const isWritten = differs || record !== recorded;
  return { ...seen, status: 'in-sync', ...(isWritten ? { reason: own.reason } : {}) };
}
