import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseProject } from '../../src/config/files/project.ts';
import { findRefused, loosened } from '../../src/config/policy/loosened.ts';
import { stricter } from '../../src/config/policy/stricter.ts';
import { DEFAULT_POLICY, type Policy, type Waiver } from '../../src/model/policy.ts';
import type { Terms } from '../../src/model/terms.ts';
import { projectTerms, termsDigest } from '../../src/reconciler/terms.ts';

const TIER = 'property:contacts/tier';

function terms(policy: Partial<Policy> = {}, more: Partial<Omit<Terms, 'policy'>> = {}): Terms {
  return { policy: { ...DEFAULT_POLICY, ...policy }, protected: false, drift: 'revert', ...more };
}

function waiver(changes: Partial<Waiver> = {}): Waiver {
  const provenance = { file: 'trueup.yaml', line: 1, column: 1 };
  return { finding: 'label-unique', reason: 'Ann', until: '2027-01-31', provenance, ...changes };
}

const DAY = fc.constantFrom('2027-01-31', '2027-02-28');

const rule = (severity: 'error' | 'warning' | 'info' | 'off', parameters = {}) => ({ severity, parameters });

const consent = fc.record(
  {
    risk: fc.constantFrom('type-change' as const, 'property-restore' as const),
    address: fc.constant(TIER),
    until: DAY,
  },
  { requiredKeys: ['risk'] },
);
const setting = fc.record({
  severity: fc.constantFrom('error' as const, 'warning' as const, 'off' as const),
  parameters: fc.record({ max: fc.integer({ min: 1, max: 2 }) }),
});
const anyTerms = fc
  .record({
    protected: fc.boolean(),
    drift: fc.constantFrom('hold' as const, 'revert' as const),
    allow: fc.array(consent, { maxLength: 2 }),
    percent: fc.integer({ min: 1, max: 2 }),
    rules: fc.record({ 'max-properties': setting, 'label-unique': setting }, { requiredKeys: [] }),
    waivers: fc.array(fc.record({ address: fc.constant(TIER), until: DAY }, { requiredKeys: ['until'] }), {
      maxLength: 2,
    }),
  })
  .map(({ percent, allow, rules, waivers, ...more }) =>
    terms({ allow, rules, maxChanges: { percent, above: 10 }, waivers: waivers.map(waiver) }, more),
  );

describe('a policy is looser', () => {
  test.each<readonly [string, Terms, Terms, readonly string[]]>([
    [
      'where an account is no longer protected',
      terms({}, { protected: true }),
      terms(),
      ['The account is no longer protected.'],
    ],
    [
      'where drift is no longer held',
      terms({}, { drift: 'hold' }),
      terms(),
      ['What changed in the account is overwritten instead of held (drift: revert).'],
    ],
    [
      'where a risk is allowed',
      terms(),
      terms({ allow: [{ risk: 'type-change' }] }),
      ['The risk type-change is allowed everywhere.'],
    ],
    [
      'where a consent speaks of more',
      terms({ allow: [{ risk: 'type-change', address: TIER, until: '2027-01-31' }] }),
      terms({ allow: [{ risk: 'type-change', until: '2027-01-31' }] }),
      ['The risk type-change is allowed everywhere until 2027-01-31.'],
    ],
    [
      'where a consent lasts longer',
      terms({ allow: [{ risk: 'type-change', address: TIER, until: '2027-01-31' }] }),
      terms({ allow: [{ risk: 'type-change', address: TIER }] }),
      [`The risk type-change is allowed at ${TIER}.`],
    ],
    [
      'where more may change at once',
      terms(),
      terms({ maxChanges: { percent: 31, above: 11 } }),
      ['maxChanges.percent is raised from 30 to 31.', 'maxChanges.above is raised from 10 to 11.'],
    ],
    [
      'where a rule weighs less, or is gone',
      terms({ rules: { 'label-unique': rule('error'), 'name-pattern': rule('warning', { pattern: 'a' }) } }),
      terms({ rules: { 'label-unique': rule('info') } }),
      ['The rule name-pattern is lowered from warning to off.', 'The rule label-unique is lowered from error to info.'],
    ],
    [
      'where a rule may say something else',
      terms({ rules: { 'max-properties': rule('error', { max: 10 }) } }),
      terms({ rules: { 'max-properties': rule('error', { max: 20 }) } }),
      ['The rule max-properties has other parameters.'],
    ],
    [
      'where a rule weighs less and may say something else as well',
      terms({ rules: { 'max-properties': rule('error', { max: 10 }) } }),
      terms({ rules: { 'max-properties': rule('warning', { max: 20 }) } }),
      ['The rule max-properties is lowered from error to warning.', 'The rule max-properties has other parameters.'],
    ],
    [
      'where a finding is waived, at more places or for longer',
      terms({ waivers: [waiver({ address: TIER }), waiver({ finding: 'not-declared' })] }),
      terms({ waivers: [waiver(), waiver({ finding: 'not-declared', until: '2027-02-01' })] }),
      [
        'The finding label-unique is waived everywhere until 2027-01-31.',
        'The finding not-declared is waived everywhere until 2027-02-01.',
      ],
    ],
  ])('%s, and not the other way round', (_, base, head, texts) => {
    expect(loosened(base, head)).toEqual(texts);
    const back = loosened(head, base);
    // Only a rule can compare its parameters.
    expect(back).toEqual(texts.filter((text) => text.endsWith('other parameters.')));
    expect(loosened(head, head)).toEqual([]);
  });

  it('unless an earlier consent includes the new consent or only the reason differs', () => {
    const base = terms({ allow: [{ risk: 'type-change', reason: 'Ann' }], waivers: [waiver()] });
    const head = terms({
      allow: [{ risk: 'type-change', address: TIER, until: '2027-01-31', reason: 'Bob' }],
      waivers: [waiver({ address: TIER, until: '2026-12-31', reason: 'Bob' })],
    });
    expect(loosened(base, head)).toEqual([]);
  });

  it('transitively, also compared with any stricter policy', () => {
    fc.assert(
      fc.property(anyTerms, anyTerms, anyTerms, (loose, strict, other) => {
        fc.pre(loosened(loose, strict).length === 0);
        expect(loosened(loose, other).length > 0 && loosened(strict, other).length === 0).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('not where a rule that was off has other parameters', () => {
    const off = (max: number) => terms({ rules: { 'max-properties': rule('off', { max }) } });
    expect(loosened(off(1), off(2))).toEqual([]);
  });
});

describe('the stricter of two policies', () => {
  it('allows no plan that one of them forbids', () => {
    fc.assert(
      fc.property(anyTerms, anyTerms, (base, other) => {
        const both = stricter(base, other);
        const looser = [...loosened(base, both), ...loosened(other, both)];
        // Parameters that differ are those of the first policy: only the rule knows which are stricter.
        expect(looser.filter((text) => !text.endsWith('has other parameters.'))).toEqual([]);
        expect(loosened(base, both)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('is each of them if the other is looser, and the same policy twice', () => {
    fc.assert(
      fc.property(anyTerms, anyTerms, (base, other) => {
        expect(termsDigest(stricter(base, base))).toBe(termsDigest(stricter(stricter(base, base), base)));
        fc.pre(loosened(base, other).length === 0);
        const both = stricter(base, other);
        expect([loosened(other, both), loosened(both, other)]).toEqual([[], []]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the digest of a policy', () => {
  it('is the same for equal settings, whatever their order, reasons and places', () => {
    fc.assert(
      fc.property(anyTerms, (policy) => {
        const { allow, waivers, rules } = policy.policy;
        const moved = terms(
          {
            ...policy.policy,
            allow: allow.toReversed().map((one) => ({ ...one, reason: 'Bob' })),
            waivers: waivers.toReversed().map((one) => waiver({ ...one, reason: 'Bob' })),
            rules: Object.fromEntries(Object.entries(rules).toReversed()),
          },
          { protected: policy.protected, drift: policy.drift },
        );
        expect(termsDigest(moved)).toBe(termsDigest(policy));
      }),
    );
  });

  it('differs if a setting is looser', () => {
    fc.assert(
      fc.property(anyTerms, anyTerms, (base, other) => {
        fc.pre(loosened(base, other).length > 0);
        expect(termsDigest(base)).not.toBe(termsDigest(other));
      }),
      { numRuns: 400 },
    );
  });
});

it('refuses errors that only the earlier policy reports, except expired consents', () => {
  const error = (code: string, address?: `property:${string}`) =>
    ({ code, severity: 'error', message: code, ...(address === undefined ? {} : { address }) }) as const;
  const base = [error('label-unique', TIER), error('consent-expired'), error('waiver-expired'), error('too-deep')];
  const head = [error('too-deep'), { ...error('label-unique', TIER), severity: 'info' as const }];
  expect(findRefused(base, head)).toEqual([error('label-unique', TIER)]);
});

describe('the terms of an account', () => {
  const project = (text: string) => parseProject([{ path: 'trueup.yaml', text: `version: 1\n${text}` }]);
  const BASE = project(`policy: { rules: { label-unique: error } }
accounts:
  prod: { hubId: 7, protected: true, drift: hold, policy: { allow: [type-change] } }
  test: { hubId: 8 }
`);

  it('are those of the account, wherever the lines stand', () => {
    const moved = project(`accounts:
  test: { hubId: 8 }
  prod: { drift: hold, policy: { allow: [{ risk: type-change }] }, protected: true, hubId: 7 }
policy:
  rules:
    label-unique: { severity: error }
`);
    const [base, head] = [BASE, moved].map((one) => projectTerms(one, 'prod', {}));
    expect(base).toMatchObject({ protected: true, drift: 'hold', policy: { allow: [{ risk: 'type-change' }] } });
    expect([loosened(base as Terms, head as Terms), loosened(head as Terms, base as Terms)]).toEqual([[], []]);
    expect(termsDigest(base as Terms)).toBe(termsDigest(head as Terms));
  });
});
