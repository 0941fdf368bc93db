import { expect, test } from 'vitest';
import { exitOfApply, exitOfDrift, exitOfPlan } from '../../src/report/exit.ts';
import { outcomeDoc } from '../../src/report/text/outcome.ts';
import { docText } from '../../src/report/text/render.ts';
import { anApplyResult, anOutcome, aPlan, aStyle } from '../support/builders.ts';

const TIER = 'property:contacts/loyaltytier';
const LEFT = { address: TIER, because: 'unseen', reason: 'The read for it failed.' } as const;

test.each([
  ['every change is blocked', {}, 3],
  ['every change is blocked and something is recorded', { adopted: ['property:contacts/points'] as const }, 3],
  ['every change is blocked and an open call is settled', { settled: 1 }, 3],
  ['something else is applied', { outcomes: [anOutcome()] }, 0],
  ['something else fails', { outcomes: [anOutcome({ status: 'failed' })] }, 1],
] as const)('an apply that leaves out what is blocked, where %s, ends with the code of the README', (_, more, code) => {
  const result = anApplyResult({ leftOut: [LEFT], ...more });
  expect(exitOfApply(result)).toBe(code);
  expect(docText(outcomeDoc(result), aStyle()).includes('Nothing was applied: every change is blocked.')).toBe(
    code === 3,
  );
});

test('an incomplete report exits with 1 unless it found drift', () => {
  expect(exitOfPlan(aPlan({ complete: false }), true)).toBe(1);
  expect(
    exitOfPlan(aPlan({ complete: false, findings: [{ code: 'c', severity: 'error', message: 'm' }] }), false),
  ).toBe(1);
  const unseen = {
    address: TIER,
    kind: 'property',
    status: 'unverifiable',
    basis: 'unknown',
    fields: [],
    appliedAt: '2026-01-01T00:00:00Z',
  } as const;
  const report = (drifted: number) => ({
    format: 'trueup.drift/1' as const,
    account: { name: 'sandbox', hubId: 1001 },
    summary: { drifted, inSync: 0, unverifiable: 1, foreign: 0 },
    resources: [unseen],
    findings: [],
  });
  expect([exitOfDrift(report(0)), exitOfDrift(report(1))]).toEqual([1, 2]);
});
