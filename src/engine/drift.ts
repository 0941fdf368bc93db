/** Drift: the ledger against the account, each resource graded by how it is known. */

import type { FieldChange, OptionChange } from '../model/change.ts';
import { DRIFT_FORMAT, type DriftedResource, type DriftReport } from '../model/drift.ts';
import type { Fields, Json } from '../model/json.ts';
import { isUnsupported, type Kind } from '../model/kind.ts';
import type { Ledger, LedgerRecord } from '../model/ledger.ts';
import type { Live } from '../model/live.ts';
import type { ForeignOption, Option } from '../model/option.ts';
import { asOptions, equalField, sameOption } from './compare.ts';
import { named } from './options.ts';

export interface DriftInput {
  readonly account: DriftReport['account'];
  readonly ledger: Ledger;
  readonly live: Live;
  readonly kinds: readonly Kind[];
}

export function findDrift({ account, ledger, live, kinds }: DriftInput): DriftReport {
  const byName = new Map(kinds.map((kind) => [kind.name, kind] as const));
  const resources = Object.values(ledger.records)
    .toSorted((a, b) => (a.address < b.address ? -1 : 1))
    .flatMap((record) => {
      const kind = byName.get(record.kind);
      return kind === undefined ? [] : [grade(record, kind, live)];
    });
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
    findings: live.findings,
  };
}

function grade(record: LedgerRecord, kind: Kind, live: Live): DriftedResource {
  const { address } = record;
  const found = live.resources.get(address);
  const base = { address, kind: record.kind, fields: [], appliedAt: record.at } as const;
  if (isUnsupported(kind.reader))
    return {
      ...base,
      status: 'unverifiable',
      basis: 'recorded',
      reason: `${kind.reader.reason} (spec ${kind.reader.section})`,
    };
  if (live.unseen.has(address))
    return { ...base, status: 'unverifiable', basis: 'unknown', reason: 'The read that would show it failed.' };
  if (kind.reader.proves === 'existence')
    return {
      ...base,
      status: 'unverifiable',
      basis: found?.basis ?? 'recorded',
      reason: 'Only its existence can be inferred.',
    };
  if (found === undefined) return { ...base, status: 'gone', basis: 'observed' };
  const fields = Object.entries(record.fields).flatMap(([field, applied]): readonly FieldChange[] => {
    const rule = kind.fields[field];
    const now = found.fields[field];
    if (rule === undefined || now === undefined) return [];
    if (rule.compare === 'options') return optionDrift(field, applied, now);
    return equalField(rule, applied, now) ? [] : [{ field, before: applied, after: now }];
  });
  const others = foreignOptions(record, kind, found.fields);
  const foreign = others.length === 0 ? {} : { foreign: others };
  if (fields.length === 0) return { ...base, ...foreign, status: 'in-sync', basis: 'observed' };
  return {
    ...base,
    ...foreign,
    status: 'drifted',
    basis: 'observed',
    fields,
    ...(found.changedAt === undefined ? {} : { changedAt: found.changedAt }),
    ...(found.changedBy === undefined ? {} : { changedBy: found.changedBy }),
  };
}

/** Of the lists that were applied: a list that nobody declared is not ours, nor is what is in it. */
function foreignOptions({ fields }: LedgerRecord, kind: Kind, found: Fields): readonly ForeignOption[] {
  return Object.entries(fields).flatMap(([field, applied]) => {
    if (kind.fields[field]?.compare !== 'options') return [];
    const ours = new Set(asOptions(applied).map(({ value }) => value));
    return asOptions(found[field])
      .filter(({ value }) => !ours.has(value))
      .map(named);
  });
}

/** Options that others added are not drift; ours that are gone, changed or in another order are. */
function optionDrift(field: string, applied: Json, now: Json): readonly FieldChange[] {
  const live = asOptions(now);
  const position = new Map(live.map((option, index) => [option.value, index] as const));
  let last = -1;
  const options = asOptions(applied).flatMap((before): readonly OptionChange[] => {
    const index = position.get(before.value);
    const after = index === undefined ? undefined : live[index];
    if (index === undefined || after === undefined) return [{ value: before.value, change: 'remove', before }];
    const moved = index < last;
    last = Math.max(last, index);
    if (!sameOption(before, after)) {
      return [{ value: before.value, change: 'update', before, after: ownedMembers(after, before) }];
    }
    return moved ? [{ value: before.value, change: 'move', before, after }] : [];
  });
  return options.length === 0 ? [] : [{ field, before: applied, after: now, options }];
}

/** What was never applied is nobody's drift: only the members that the applied option has are shown. */
function ownedMembers(option: Option, applied: Option): Fields {
  return Object.fromEntries(Object.entries(option).filter(([member]) => Object.hasOwn(applied, member)));
}
