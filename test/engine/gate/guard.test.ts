import { describe, expect, it } from 'vitest';
import { requireSameAccount } from '../../../src/engine/gate/account-check.ts';
import { blockedFindings, type GuardInput, guardPlan } from '../../../src/engine/gate/guard.ts';
import type { Change } from '../../../src/model/change.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { DEFAULT_POLICY } from '../../../src/model/policy.ts';
import { aCall, aChange, aPlan } from '../../support/builders.ts';

const INPUT: GuardInput = {
  skipBlocked: false,
  saved: false,
  account: { name: 'sandbox', hubId: 1001, baseUrl: 'http://127.0.0.1:4010', surface: 'documented', protected: false },
  policy: DEFAULT_POLICY,
  now: Date.parse('2026-11-20T13:00:00Z'),
};

const codes = (plan: Plan, input: Partial<GuardInput> = {}): readonly string[] =>
  guardPlan(plan, { ...INPUT, ...input }).map(({ code }) => code);

const withCounts = (counts: Partial<Plan['summary']>): Plan => {
  const plan = aPlan();
  return { ...plan, summary: { ...plan.summary, ...counts } };
};

const TIER = 'property:contacts/loyaltytier';
const SKIP = { action: 'skip-blocked' };

describe('guardPlan', () => {
  it('lets a plan through that nothing stands against', () => {
    expect(codes(aPlan({ changes: [aChange()] }))).toEqual([]);
  });

  it('names every blocked change, unless the rest is to be applied', () => {
    const plan = aPlan({
      calls: [aCall()],
      changes: [
        aChange({
          action: 'blocked',
          because: 'consent-required',
          reason: 'Requires consent.',
          risks: ['option-removal'],
        }),
      ],
    });
    expect(guardPlan(plan, INPUT)).toEqual([
      {
        code: 'blocked-change',
        severity: 'error',
        message: 'property:contacts/loyaltytier is blocked: Requires consent.',
        hint: 'Change the declaration. If that is not possible, allow the risk: for one plan, or in policy.allow.',
        fix: [{ action: 'allow', risk: 'option-removal', address: TIER }, SKIP],
        address: 'property:contacts/loyaltytier',
      },
    ]);
    expect(codes(plan, { skipBlocked: true })).toEqual([]);
  });

  it('suggests --skip-blocked only if another change remains', () => {
    const held = aChange({ action: 'blocked', because: 'unseen', reason: 'No.' });
    const forget = aChange({ address: 'property:contacts/old', action: 'forget' });
    const fixes = (...changes: readonly Change[]) => guardPlan(aPlan({ changes }), INPUT).map(({ fix }) => fix);
    expect(fixes(held)).toEqual([undefined]);
    expect(fixes(held, forget)).toEqual([[SKIP]]);
  });

  it.each([
    ['unseen', 'See the finding about the read that failed, then create a new plan.', []],
    ['under-way', 'Wait until that run is over, then create a new plan.', []],
    [
      'unsettled',
      'Check in the account whether it took effect.',
      [
        { action: 'settle', addresses: [TIER], as: 'applied' },
        { action: 'settle', addresses: [TIER], as: 'not-applied' },
      ],
    ],
    ['exists-unread', 'Check it in the account.', [{ action: 'adopt', addresses: [TIER] }]],
    ['held', 'Declare the values in the account, or overwrite them.', [{ action: 'overwrite', addresses: [TIER] }]],
    ['dependency-blocked', 'Unblock the resources that it depends on.', []],
    ['no-endpoint', 'Change the declaration.', []],
  ] as const)('says what to do about a change that is blocked as %s', (because, hint, fix) => {
    const changes = [aChange({ action: 'blocked', because, reason: 'No.', section: '4.3' })];
    const plan = aPlan({ calls: [aCall()], changes });
    expect(guardPlan(plan, INPUT)).toMatchObject([{ hint, fix: [...fix, SKIP] }]);
  });

  it('names the consent or the dependent that a blocked removal needs first', () => {
    const stuck = (...neededBy: Change['address'][]) =>
      aChange({ action: 'blocked', because: 'dependency-blocked', reason: 'No.', neededBy });
    const allow = { action: 'allow', risk: 'property-removal', address: TIER } as const;
    const forget = { action: 'forget', addresses: [TIER], when: 'kept' } as const;
    const dropped = {
      code: 'not-declared',
      severity: 'warning',
      message: 'Dropped.',
      address: TIER,
      fix: [allow, forget],
    } as const;
    const said = (change: Change, findings: Plan['findings'] = [dropped], more: Partial<Plan> = {}) =>
      blockedFindings(aPlan({ changes: [change], findings, ...more })).map(({ hint, fix }) => [hint, fix]);
    expect(said(stuck(TIER))).toEqual([['Delete it together with the resources that need it.', [allow]]]);
    const first = 'Declare it again, or first delete the resources that need it.';
    expect(said(stuck(TIER, 'property:contacts/theirs'))).toEqual([[first, [allow]]]);
    expect(said(stuck('property:contacts/theirs'))).toEqual([[first, undefined]]);
    expect(said(stuck(TIER), [])).toEqual([[first, undefined]]);
    const reverted = said(stuck(TIER), [], { origin: { kind: 'revert', run: 'run-1' } });
    expect(reverted).toEqual([['First delete the resources that need it.', undefined]]);
  });

  it('advises to adopt a declared resource that has no updating call', () => {
    const provenance = { file: 'trueup.yaml', line: 3, column: 5 };
    const stuck = {
      action: 'blocked',
      because: 'no-endpoint',
      basis: 'echoed',
      reason: 'No.',
      section: '3.2',
    } as const;
    const said = (change: Partial<Change>) => guardPlan(aPlan({ calls: [aCall()], changes: [aChange(change)] }), INPUT);
    expect(said({ ...stuck, provenance })).toMatchObject([
      {
        hint: 'Change the declaration, or change it in the account by hand.',
        fix: [{ action: 'adopt', addresses: [TIER], overwrite: true, when: 'changed' }, SKIP],
      },
    ]);
    // Reverts get no record, because the files differ. Readable values need no record.
    for (const other of [stuck, { ...stuck, provenance, basis: 'observed' as const }])
      expect(said(other)).toMatchObject([{ hint: 'Change the declaration.', fix: [SKIP] }]);
  });

  it('stops at findings of severity error only', () => {
    const findings = (['error', 'warning', 'info'] as const).map((severity) => ({
      code: `a-${severity}`,
      severity,
      message: 'Look.',
    }));
    expect(codes(aPlan({ findings }))).toEqual(['a-error']);
  });

  it.each([
    ['name', { name: 'production' }],
    ['id', { hubId: 7007 }],
    ['address', { baseUrl: 'https://api.example' }],
  ])('refuses the plan of another account %s', (_, other) => {
    expect(codes(aPlan(), { account: { ...INPUT.account, ...other } })).toEqual(['plan-of-other-account']);
  });

  it('accepts a plan with an unknown account id', () => {
    expect(codes(aPlan(), { account: { ...INPUT.account, hubId: undefined } })).toEqual([]);
  });

  it.each([
    [{ update: 4, keep: 7 }, ['too-many-changes']],
    [{ update: 2, remove: 2, keep: 6, blocked: 1 }, ['too-many-changes']],
    [{ update: 3, keep: 8 }, []],
    // Exactly the share that the policy allows, and one more.
    [{ update: 5, remove: 1, keep: 14 }, []],
    [{ update: 5, remove: 2, keep: 13 }, ['too-many-changes']],
    [{ update: 10 }, []],
    [{ create: 100, keep: 11 }, []],
  ])('compares updates and removals with the known resources: %j', (counts, expected) => {
    expect(codes(withCounts(counts))).toEqual(expected);
    expect(guardPlan(withCounts(counts), INPUT).map(({ fix }) => fix)).toEqual(
      expected.map(() => [{ action: 'allow', risk: 'max-changes' }]),
    );
  });

  it('lets many changes through with consent', () => {
    const plan = { ...withCounts({ update: 20 }), allowed: [{ risk: 'max-changes' } as const] };
    expect(codes(plan)).toEqual([]);
  });

  it('wants a saved plan or the typed id for a protected account', () => {
    const account = { ...INPUT.account, protected: true };
    const plan = aPlan({ calls: [aCall()] });
    expect(guardPlan(plan, { ...INPUT, account })).toMatchObject([
      { code: 'account-protected', fix: [{ action: 'save-plan' }, { action: 'confirm', hubId: 1001 }] },
    ]);
    expect(codes(plan, { account, saved: true })).toEqual([]);
    expect(codes(plan, { account, confirm: 1001 })).toEqual([]);
    expect(codes(plan, { account, confirm: 7007, saved: true })).toEqual(['confirmation-differs']);
  });

  it('asks for confirmation in a protected account only if the plan changes something', () => {
    const account = { ...INPUT.account, protected: true };
    expect(codes(aPlan(), { account })).toEqual([]);
    expect(codes(aPlan(), { account, confirm: 7007 })).toEqual(['confirmation-differs']);
    const forgets = aPlan({ changes: [aChange({ action: 'forget' })] });
    expect(codes(forgets, { account })).toEqual(['account-protected']);
  });

  it.each([
    ['lives a second longer', { expiresAt: '2026-11-21T12:00:01.000Z' }, ['plan-altered']],
    ['lives a second less', { expiresAt: '2026-11-21T11:59:59.000Z' }, ['plan-altered']],
    ['was made a second later', { createdAt: '2026-11-20T12:00:01.000Z' }, ['plan-altered']],
    ['has an expiry that is no time', { expiresAt: 'soon' }, ['plan-altered']],
    ['has a creation that is no time', { createdAt: '' }, ['plan-altered']],
    [
      'is made in six minutes',
      { createdAt: '2026-11-20T13:06:00.000Z', expiresAt: '2026-11-21T13:06:00.000Z' },
      ['plan-altered'],
    ],
    [
      'is made in five minutes, by another clock',
      { createdAt: '2026-11-20T13:05:00.000Z', expiresAt: '2026-11-21T13:05:00.000Z' },
      [],
    ],
    ['has the times that it was made with', {}, []],
  ])('a saved plan that %s: %j: %j', (_, times, expected) => {
    expect(codes(aPlan(times), { saved: true })).toEqual(expected);
  });

  it('treats an invalid expiry of an unsaved plan as expired', () => {
    expect(() => guardPlan(aPlan({ expiresAt: 'soon' }), INPUT)).toThrow('The plan expired at an unknown time.');
  });

  it('refuses an expired plan from the very moment', () => {
    const plan = aPlan({ expiresAt: '2026-11-20T13:00:00.000Z' });
    expect(codes(plan, { now: INPUT.now - 1 })).toEqual([]);
    expect(() => guardPlan(plan, INPUT)).toThrow('The plan expired at 2026-11-20 13:00 UTC.');
  });
});

describe('requireSameAccount', () => {
  it('minds only replies that name an account', () => {
    for (const reply of [undefined, null, [], { name: 'x' }, { portalId: null }, { portalId: 1001 }]) {
      expect(() => requireSameAccount(reply, 1001)).not.toThrow();
    }
    expect(() => requireSameAccount({ portalId: 7007 }, 1001)).toThrow(
      'The reply names another account: 7007, not 1001.',
    );
  });
});
