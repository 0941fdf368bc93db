import { describe, expect, it } from 'vitest';
import { ApiError, AuthError, ConfigError, LedgerError, StalePlanError, UsageError } from '../../../src/errors.ts';
import { judgedApply, judgedBlocked, judgedError } from '../../../src/fleet/worker/result.ts';
import { formatAddress } from '../../../src/model/address.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { aChange, anApplyResult, anOpenCall, anOutcome, aPlan } from '../../support/builders.ts';

describe('an error that ended a run', () => {
  it('defers the account for the time from the service if a retry can succeed', () => {
    const limited = new ApiError('Too many requests.', {
      endpoint: 'listProperties',
      status: 429,
      retryAfterMs: 9_000,
    });
    expect(judgedError(limited)).toEqual({
      result: { kind: 'put-off', because: 'rate', afterMs: 9_000 },
      message: 'Too many requests.',
    });
    const locked = new LedgerError('ledger-locked', 'The ledger is locked.');
    expect(judgedError(locked).result).toEqual({ kind: 'put-off', because: 'busy', afterMs: null });
  });

  it('queues the account if another account holds the ledger of the app', () => {
    const locked = new LedgerError('ledger-locked', 'The ledger is locked.', { app: '2001' });
    expect(judgedError(locked)).toEqual({ result: { kind: 'queued' }, message: 'The ledger is locked.' });
  });

  it('is a conflict if the plan was stale before any call', () => {
    for (const code of ['ledger-changed', 'account-changed', 'files-changed'])
      expect(judgedError(new StalePlanError(code, 'Changed.')).result).toEqual({
        kind: 'put-off',
        because: 'conflict',
        afterMs: null,
      });
  });

  it('is a failure where it would happen again', () => {
    expect(judgedError(new AuthError('token-refused', 'Refused.')).result).toEqual({
      kind: 'failed',
      because: 'auth',
    });
    expect(judgedError(new UsageError('argument-invalid', 'Wrong.')).result).toEqual({
      kind: 'failed',
      because: 'config',
    });
    expect(judgedError(new RangeError('no error of ours')).result).toEqual({ kind: 'failed', because: 'config' });
  });
});

it('describes the first configuration error and counts the others', () => {
  const finding = (message: string, more: Partial<Finding> = {}): Finding => ({
    ...{ code: 'value-missing', severity: 'error', message },
    ...more,
  });
  const wrong = (...findings: readonly Finding[]) => judgedError(new ConfigError(findings)).message;
  const tier = { address: 'property:contacts/tier' };
  expect(wrong(finding('It is old.', { severity: 'warning' }), finding('It is empty.', tier))).toBe(
    'property:contacts/tier: It is empty.',
  );
  expect(wrong(finding('One.'), finding('Two.'))).toBe('One. There is 1 more error.');
  expect(wrong(finding('One.'), finding('Two.'), finding('Three.'))).toBe('One. There are 2 more errors.');
});

describe('the result of an apply', () => {
  const of = (outcomes: Parameters<typeof anApplyResult>[0]) => judgedApply(anApplyResult(outcomes)).result;

  it('is good when every change is', () => {
    expect(of({ outcomes: [anOutcome(), anOutcome({ status: 'accepted' })] })).toEqual({ kind: 'applied' });
    expect(of({})).toEqual({ kind: 'unchanged' });
  });

  it('is uncertain in any case if the effect of a call is unknown', () => {
    const outcomes = [anOutcome({ status: 'failed' }), anOutcome({ status: 'uncertain' })];
    expect(of({ outcomes })).toEqual({ kind: 'uncertain' });
    expect(of({ open: [anOpenCall()] })).toEqual({ kind: 'uncertain' });
  });

  it('follows the failure of the first bad change', () => {
    const failure = { kind: 'rate', retryable: true, retryAfterMs: 7 } as const;
    expect(of({ outcomes: [anOutcome(), anOutcome({ status: 'failed', failure })] })).toEqual({
      kind: 'put-off',
      because: 'rate',
      afterMs: 7,
    });
    expect(of({ outcomes: [anOutcome({ status: 'failed' })] })).toEqual({ kind: 'failed', because: 'refused' });
  });

  it('is a conflict after a changed value, and is repeated at once after an interruption', () => {
    expect(of({ outcomes: [anOutcome({ status: 'conflict' })] })).toEqual({
      kind: 'put-off',
      because: 'conflict',
      afterMs: null,
    });
    expect(of({ outcomes: [anOutcome({ status: 'skipped' })], interrupted: true })).toEqual({
      kind: 'put-off',
      because: 'worker',
      afterMs: 0,
    });
    const failure = { kind: 'busy', retryable: true } as const;
    expect(of({ outcomes: [anOutcome({ status: 'skipped' })], failure })).toMatchObject({ because: 'busy' });
  });
});

it('a plan blocked by an earlier run waits for the run or for a person', () => {
  const blocked = (because: 'under-way' | 'unsettled' | 'held') =>
    judgedBlocked(aPlan({ changes: [aChange({ action: 'blocked', because })] }))?.result;
  expect(blocked('under-way')).toEqual({ kind: 'put-off', because: 'busy', afterMs: null });
  expect(blocked('unsettled')).toEqual({ kind: 'uncertain' });
  expect(blocked('held')).toBeUndefined();
});

it('a plan blocked by another account of the app is queued', () => {
  const blocked = { action: 'blocked', because: 'under-way' } as const;
  const hook = aChange({ ...blocked, address: formatAddress('webhook-subscription', '2001', 'contact.creation') });
  expect(judgedBlocked(aPlan({ changes: [hook] }))?.result).toEqual({ kind: 'queued' });
  expect(judgedBlocked(aPlan({ changes: [hook, aChange(blocked)] }))?.result).toMatchObject({ because: 'busy' });
});
