import { describe, expect, test } from 'vitest';
import { accountDigest, changeDigests, isExplained } from '../../../src/engine/gate/explained.ts';
import { addressOf } from '../../../src/model/address.ts';
import type { Change } from '../../../src/model/change.ts';
import type { AppliedCall, RunHistory } from '../../../src/model/ledger.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { aChange, aPlan } from '../../support/builders.ts';

function change(name: string, after = 'Label'): Change {
  return aChange({ address: addressOf('property', 'contacts', name), fields: [{ field: 'label', after }] });
}

function planOf(...changes: readonly Change[]): Plan {
  return aPlan({ changes, calls: [] });
}

function reviewed(plan: Plan) {
  return { account: accountDigest(plan), changes: [...changeDigests(plan).values()] };
}

/** A run of the plan that a review stands behind. */
function runOf(plan: Plan, run = 'run-1'): RunHistory {
  const changes = [...changeDigests(plan).values()];
  const call = { id: run, run, reviewed: { plan: 'x', call: 'y', changes } } as unknown as AppliedCall;
  return { run, at: '2026-01-01T00:00:00.000Z', calls: [call] };
}

const [A, B, C] = [change('a'), change('b'), change('c')];

describe('a plan of changes that several reviewed plans contain', () => {
  test.each([
    ['all of both', [A, B, C]],
    ['some of both', [A, C]],
    ['some of one', [B]],
  ])('is explained when it has %s', (_, changes) => {
    expect(isExplained(planOf(...changes), [planOf(A, B), planOf(C)].map(reviewed), [])).toBe(true);
  });

  test.each([
    ['a change that nobody reviewed', [A, change('d')]],
    ['a reviewed resource with another value', [A, change('b', 'Other')]],
    ['a reviewed change that is blocked now', [{ ...A, action: 'blocked' as const }]],
  ])('is not explained when it has %s', (_, changes) => {
    expect(isExplained(planOf(...changes), [planOf(A, B), planOf(C)].map(reviewed), [])).toBe(false);
  });

  test('is not explained by a plan for another host, or for another account', () => {
    const other = { ...planOf(B), account: { ...planOf().account, baseUrl: 'https://elsewhere.example' } };
    expect(isExplained(planOf(A, B), [planOf(A), other].map(reviewed), [])).toBe(false);
    expect(isExplained(other, [planOf(A, B), planOf(C)].map(reviewed), [])).toBe(false);
  });

  test('is not explained when a run made a change that is planned again, unless something else was made since', () => {
    const plans = [planOf(A, B), planOf(C)].map(reviewed);
    expect(isExplained(planOf(A), plans, [runOf(planOf(A))])).toBe(false);
    expect(isExplained(planOf(A), plans, [runOf(planOf(change('d')), 'run-2'), runOf(planOf(A))])).toBe(true);
  });
});

describe('a part of one reviewed plan', () => {
  const one = [reviewed(planOf(A, B))];

  test('is explained when runs made the rest, whatever they were reviewed as and whatever came after', () => {
    expect(isExplained(planOf(B), one, [runOf(planOf(A, C))])).toBe(true);
    expect(isExplained(planOf(B), one, [runOf(planOf(C), 'run-2'), runOf(planOf(A))])).toBe(true);
  });

  test('is not explained when nobody knows what became of the rest', () => {
    expect(isExplained(planOf(B), one, [])).toBe(false);
    expect(isExplained(planOf(B), [...one, reviewed(planOf())], [])).toBe(false);
  });

  test('is not explained by no plan at all', () => {
    expect(isExplained(planOf(A), [], [runOf(planOf(A))])).toBe(false);
  });
});
