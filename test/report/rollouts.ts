/** Reports of rollouts for tests. */

import type { RolloutReport } from '../../src/model/rollout-report.ts';
import type { RolloutStatus } from '../../src/model/rollout-status.ts';
import { aChange, aPlan } from '../support/builders.ts';

export function aRolloutStatus(status: Partial<RolloutStatus> = {}): RolloutStatus {
  return {
    format: 'trueup.rollout-status/1',
    rollout: 'r1',
    kind: 'apply',
    phase: 'rolling',
    note: 'commit 1f0c',
    by: 'ann',
    reverts: null,
    revertedBy: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    at: '2026-11-20T11:00:00.000Z',
    startedAt: '2026-11-20T10:30:00.000Z',
    endedAt: null,
    wave: 1,
    states: { applied: 3, failed: 1, approved: 36, waiting: 10 },
    waves: [
      {
        wave: 1,
        takes: '10%',
        accounts: 4,
        changing: 4,
        states: { applied: 3, failed: 1 },
        startedAt: '2026-11-20T10:30:00.000Z',
        endedAt: null,
      },
      { wave: 2, takes: '100%', accounts: 36, changing: 36, states: { approved: 36 }, startedAt: null, endedAt: null },
    ],
    inNoWave: { waiting: 10 },
    soak: { ms: 60_000, until: null },
    errorBudget: { maxFailedPercent: 30, maxUncertain: 0, spent: null },
    overlap: null,
    asked: { what: 'resume', by: 'bob', at: '2026-11-20T10:50:00.000Z' },
    waitsFor: { what: 'later', until: '2026-11-20T11:05:00.000Z' },
    ...status,
  };
}

export function aRolloutReport(report: Partial<RolloutReport> = {}): RolloutReport {
  const ids = (from: number, many: number): readonly number[] => Array.from({ length: many }, (_, at) => from + at);
  const lossy = aChange({
    action: 'update',
    because: 'file-differs',
    reason: 'The file declares other values.',
    risk: 'destructive',
    risks: ['option-removal'],
    fields: [{ field: 'options', options: [{ value: 'bronze', change: 'remove', before: { label: 'Bronze' } }] }],
  });
  return {
    format: 'trueup.rollout-report/1',
    status: aRolloutStatus(),
    findings: [],
    clusters: [
      {
        shape: '3f9a01c2aaaaaaaaaaaa',
        standing: 'safe',
        actions: { create: 1 },
        severities: [],
        risks: [],
        accounts: 40,
        waiting: 0,
        sampleHub: 1001,
        approvedBy: 'ann',
        drift: null,
        states: { applied: 3, failed: 1, approved: 36 },
        hubIds: ids(1001, 40),
        sample: aPlan({ changes: [aChange()] }),
      },
      {
        shape: 'b07700ddbbbbbbbbbbbb',
        standing: 'risky',
        actions: { update: 1 },
        severities: ['destructive'],
        risks: ['option-removal'],
        accounts: 10,
        waiting: 10,
        sampleHub: 1041,
        approvedBy: null,
        drift: null,
        states: { waiting: 10 },
        hubIds: ids(1041, 10),
        sample: aPlan({ changes: [lossy] }),
      },
    ],
    accounts: [
      { state: 'failed', because: 'auth', message: 'The token was refused.', hubIds: [1004] },
      { state: 'applied', because: null, message: null, hubIds: ids(1001, 3) },
      { state: 'approved', because: null, message: null, hubIds: ids(1005, 36) },
      { state: 'waiting', because: null, message: null, hubIds: ids(1041, 10) },
    ],
    events: [
      { at: '2026-11-20T10:30:00.000Z', kind: 'start-wave', wave: 1, by: null, message: null },
      { at: '2026-11-20T10:40:00.000Z', kind: 'budget-spent', wave: null, by: null, message: '2 accounts have failed' },
    ],
    ...report,
  };
}
