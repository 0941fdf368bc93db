/** Builds small valid values for tests. A test overrides only the fields under test. */

import { formatAddress, parseAddress } from '../../src/model/address.ts';
import type { Action, Change } from '../../src/model/change.ts';
import { DRIFT_FORMAT, type DriftedResource, type DriftReport } from '../../src/model/drift.ts';
import { type Intention, LEDGER_FORMAT, type Ledger, type LedgerRecord } from '../../src/model/ledger.ts';
import type { OpenCall } from '../../src/model/open-call.ts';
import { type ApplyResult, isGood, OUTCOME_FORMAT, type Outcome } from '../../src/model/outcome.ts';
import { PLAN_FORMAT, type Plan, type PlannedCall } from '../../src/model/plan.ts';
import { palette, type TextStyle } from '../../src/report/text/style.ts';

/** The moment that every built value is told at. */
export const NOW = Date.parse('2026-11-20T12:00:00Z');

const TIER = formatAddress('property', 'contacts', 'loyaltytier');

export function aStyle(style: Partial<TextStyle> = {}): TextStyle {
  return { palette: palette(false), width: 100, verbose: false, now: NOW, ...style };
}

export function aChange(change: Partial<Change> = {}): Change {
  const address = change.address ?? TIER;
  const label = change.fields?.find(({ field }) => field === 'label' || field === 'displayName')?.after;
  return {
    address,
    ...(typeof label === 'string' && { label }),
    kind: parseAddress(address)?.kind ?? 'property',
    action: 'create',
    because: 'missing',
    reason: 'It is not in the account.',
    risk: 'safe',
    risks: [],
    basis: 'observed',
    fields: [],
    dependsOn: [],
    ...change,
  };
}

export function aCall(call: Partial<PlannedCall> = {}): PlannedCall {
  return {
    id: 'c1',
    endpoint: 'createProperty',
    method: 'POST',
    path: '/properties/v2/contacts/properties',
    params: { object_type: 'contacts' },
    body: { name: 'loyaltytier' },
    covers: [TIER],
    after: [],
    route: 'The v2 create takes every declared field.',
    before: { [TIER]: null },
    expects: { [TIER]: { label: 'Loyalty tier' } },
    records: { [TIER]: { label: 'Loyalty tier' } },
    ...call,
  };
}

/** Counts follow the changes and calls. */
export function aPlan(plan: Partial<Plan> = {}): Plan {
  const changes = plan.changes ?? [];
  const calls = plan.calls ?? [];
  const of = (action: Action): number => changes.filter((change) => change.action === action).length;
  return {
    format: PLAN_FORMAT,
    origin: { kind: 'files' },
    account: { name: 'sandbox', hubId: 1001, baseUrl: 'http://127.0.0.1:4010', surface: 'documented' },
    fingerprint: { desired: 'd1', live: 'l1', ledger: 'lineage/1', resources: {} },
    complete: true,
    applyable: of('blocked') === 0,
    createdAt: '2026-11-20T12:00:00.000Z',
    expiresAt: '2026-11-21T12:00:00.000Z',
    targets: [],
    allowed: [],
    overwrite: [],
    summary: {
      create: of('create'),
      update: of('update'),
      remove: of('remove'),
      forget: of('forget'),
      keep: of('keep'),
      blocked: of('blocked'),
      destructive: changes.filter((change) => change.action !== 'blocked' && change.risk !== 'safe').length,
      revert: { restores: 0, stays: 0, loses: 0 },
      calls: { read: 1, write: calls.length },
    },
    changes,
    calls,
    adopt: [],
    findings: [],
    ...plan,
  };
}

export function anOutcome(outcome: Partial<Outcome> = {}): Outcome {
  return { address: TIER, action: 'create', status: 'applied', message: 'Created.', call: 'c1', ...outcome };
}

/** Counts follow the outcomes. */
export function anApplyResult(result: Partial<ApplyResult> = {}): ApplyResult {
  const outcomes = result.outcomes ?? [];
  const of = (status: Outcome['status']): number => outcomes.filter((outcome) => outcome.status === status).length;
  return {
    format: OUTCOME_FORMAT,
    run: 'run-1',
    summary: {
      applied: of('applied'),
      accepted: of('accepted'),
      skipped: of('skipped'),
      failed: of('failed'),
      conflict: of('conflict'),
      uncertain: of('uncertain'),
    },
    outcomes,
    leftOut: [],
    adopted: [],
    settled: 0,
    findings: [],
    calls: { write: outcomes.length, reread: 0, check: 1 },
    changed: outcomes.some(isGood),
    interrupted: false,
    ...result,
  };
}

/** Returns an open call of a create that only a person can settle. */
export function anOpenCall(call: Partial<OpenCall> = {}): OpenCall {
  return {
    id: 'i1',
    run: 'run-1',
    at: '2026-11-20T11:00:00.000Z',
    method: 'POST',
    path: '/webhooks/2026-03/2001/subscriptions',
    covers: ['webhook-subscription:2001/contact.creation'],
    settledBy: 'person',
    shows: 'unknown',
    ...call,
  };
}

export function aDriftedResource(resource: Partial<DriftedResource> = {}): DriftedResource {
  return {
    address: TIER,
    kind: 'property',
    status: 'drifted',
    basis: 'observed',
    fields: [{ field: 'label', before: 'Loyalty tier', after: 'Tier' }],
    appliedAt: '2026-11-17T12:00:00.000Z',
    ...resource,
  };
}

export function aDriftReport(resources: readonly DriftedResource[] = []): DriftReport {
  const of = (...statuses: readonly DriftedResource['status'][]): number =>
    resources.filter((resource) => statuses.includes(resource.status)).length;
  return {
    format: DRIFT_FORMAT,
    account: { name: 'sandbox', hubId: 1001 },
    summary: {
      drifted: of('drifted', 'gone'),
      inSync: of('in-sync'),
      unverifiable: of('unverifiable'),
      foreign: resources.filter(({ foreign }) => foreign !== undefined).length,
    },
    resources,
    findings: [],
  };
}

export function aRecord(record: Partial<LedgerRecord> = {}): LedgerRecord {
  const address = record.address ?? TIER;
  return {
    address,
    kind: parseAddress(address)?.kind ?? 'property',
    fields: { label: 'Loyalty tier' },
    basis: 'echoed',
    at: '2026-11-17T12:00:00.000Z',
    run: 'run-1',
    ...record,
  };
}

export function aLedger(records: readonly LedgerRecord[] = [], intentions: readonly Intention[] = []): Ledger {
  return {
    format: LEDGER_FORMAT,
    lineage: 'lineage',
    serial: 4,
    account: { name: 'sandbox', hubId: 1001 },
    records: Object.fromEntries(records.map((record) => [record.address, record])),
    intentions,
  };
}
