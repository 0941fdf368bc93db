/** Decisions that take a resource out of the account, or only out of the ledger. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Change } from '../../model/change.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import { setFields } from '../compare.ts';
import { findOpenCallObstacle, findUnseenObstacle } from './decide-blocked.ts';
import { findId, rateRisks } from './decide-consent.ts';
import type { DecideInput, Decision } from './decision.ts';

/** The decision for a resource that is already gone. */
export function forgotten(record: LedgerRecord): Decision {
  const change: Change = {
    ...buildBaseRemoval(record),
    action: 'forget',
    because: 'gone',
    reason: 'It is no longer declared and no longer in the account.',
    basis: 'observed',
    fields: Object.entries(record.fields).map(([field, before]) => ({ field, before })),
  };
  return { change, record: {}, findings: [] };
}

/** The decision for a resource that the files declare at another address. */
export function declaredElsewhere(record: LedgerRecord, other: Address): Decision {
  return moving(record, `It is declared as ${other}.`);
}

/** The decision for a record whose object type or label has another name now. */
export function calledOtherwise(record: LedgerRecord, now: Address): Decision {
  return moving(record, `It is called ${now} now.`);
}

/** The record goes on, so none of its fields is lost. */
function moving(record: LedgerRecord, reason: string): Decision {
  const { change, ...rest } = otherwise(record, reason);
  return { change: { ...change, fields: [] }, ...rest };
}

/** The decision for a record whose address has another, unrecorded resource now. `why` is a sentence. */
export function ofAnother(record: LedgerRecord, why: string): Decision {
  return otherwise(record, `It is no longer declared. ${why} What the account has of both stays there.`);
}

function otherwise(record: LedgerRecord, reason: string): Decision {
  const { change, ...rest } = forgotten(record);
  return { change: { ...change, because: 'not-declared', reason }, ...rest };
}

/** The decision to remove a resource with a call. Blocked if the live state is unknown. */
export function removed(record: LedgerRecord, kind: Kind, input: DecideInput): Decision {
  const { address } = record;
  const { remove } = kind.writer;
  const found = input.live.resources.get(address);
  const risks = isUnsupported(remove) ? [] : [remove.risk];
  const before = { ...record.fields, ...found?.fields };
  const change: Change = {
    ...buildBaseRemoval(record),
    action: 'remove',
    because: 'not-declared',
    reason: ['It is no longer declared.', ...notCreated(record)].join(' '),
    risk: rateRisks(risks),
    risks,
    basis: found?.basis ?? 'unknown',
    ...defined({ recordedAt: found?.recordedAt }),
    fields: Object.entries(setFields(kind, before)).map(([field, value]) => ({ field, before: value })),
  };
  const obstacle = findOpenCallObstacle(address, input) ?? findUnseenObstacle(address, input);
  if (obstacle !== undefined)
    return { change: { ...change, action: 'blocked', ...obstacle }, record: {}, findings: [] };
  return {
    change,
    desired: {
      address,
      action: 'remove',
      after: {},
      before: found?.fields ?? record.fields,
      changed: Object.keys(before),
      record,
      ...defined({ id: findId(found, record) }),
    },
    record: {},
    findings: [],
  };
}

/** Returns a sentence if trueup found the resource and did not create it. */
export function notCreated({ found }: Pick<LedgerRecord, 'found'>): readonly string[] {
  if (found === undefined) return [];
  return [`It was in the account before trueup ${found} it.`];
}

function buildBaseRemoval({
  address,
  kind,
}: LedgerRecord): Pick<Change, 'address' | 'kind' | 'risk' | 'risks' | 'dependsOn'> {
  return { address, kind, risk: 'safe', risks: [], dependsOn: [] };
}
