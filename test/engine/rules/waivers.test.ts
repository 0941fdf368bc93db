import { describe, expect, it } from 'vitest';
import { guardPlan } from '../../../src/engine/gate/guard.ts';
import { offlineFindings } from '../../../src/engine/rules/evaluate.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { DEFAULT_POLICY, type Policy } from '../../../src/model/policy.ts';
import { aProperty, resolveTexts } from '../../config/builders.ts';
import { declare, NOW, planOf, recorded, seen, tier } from '../planning.ts';

const PROPERTY = aProperty('label: Tier', 'type: string', 'fieldType: text');
const LAST_MOMENT = Date.UTC(2026, 0, 31, 23, 59, 59, 999);
const PLACE = { file: 'trueup.yaml', line: 1, column: 1 };

/** Checks a rule at error level with waivers, which start at line 12. */
function findingsOf(waivers: readonly string[], now: number, level = 'error'): readonly Finding[] {
  const lines = waivers.map((waiver) => `    - ${waiver}\n`).join('');
  const policy = `policy:\n  rules: { description-required: ${level} }\n  waivers:\n${lines}`;
  return offlineFindings(resolveTexts(PROPERTY + policy), listKinds('documented'), now);
}

const BROKEN: Finding = {
  code: 'description-required',
  severity: 'error',
  message: 'property:contacts/tier has no description.',
  hint: 'Describe its values and the people or programs that set them.',
  address: 'property:contacts/tier',
  provenance: { file: 'trueup.yaml', line: 7, column: 11 },
};
const { hint: _, ...WITHOUT_HINT } = BROKEN;

describe('a waiver', () => {
  it('lowers a finding to info, with the reason, until its last day ends', () => {
    const waiver = '{ finding: description-required, reason: "Moves to the shop\\nin May", until: 2026-01-31 }';
    expect(findingsOf([waiver], LAST_MOMENT)).toEqual([
      {
        ...WITHOUT_HINT,
        severity: 'info',
        message: 'property:contacts/tier has no description. Waived until 2026-01-31: Moves to the shop in May',
        related: { file: 'trueup.yaml', line: 14, column: 7 },
      },
    ]);
  });

  it('is an error after its last day, and the finding returns', () => {
    const waiver =
      '{ finding: description-required, address: "property:contacts/tier", reason: Soon, until: 2026-01-31 }';
    expect(findingsOf([waiver], LAST_MOMENT + 1)).toEqual([
      BROKEN,
      {
        code: 'waiver-expired',
        severity: 'error',
        message: 'The waiver of description-required at property:contacts/tier expired at the end of 2026-01-31: Soon',
        hint: 'Fix the underlying problem and remove the waiver, or set a later date.',
        address: 'property:contacts/tier',
        provenance: { file: 'trueup.yaml', line: 14, column: 7 },
      },
    ]);
  });

  it('is a warning if it matches no finding', () => {
    const waiver =
      '{ finding: description-required, address: "property:contacts/other", reason: Soon, until: 2026-01-31 }';
    expect(findingsOf([waiver], LAST_MOMENT)).toEqual([
      BROKEN,
      {
        code: 'waiver-unused',
        severity: 'warning',
        message: 'The waiver of description-required at property:contacts/other matches no finding.',
        hint: 'Remove it, or correct its address.',
        address: 'property:contacts/other',
        provenance: { file: 'trueup.yaml', line: 14, column: 7 },
      },
    ]);
  });

  it('names the nearest address with the finding if it matches none', () => {
    const waiver =
      '{ finding: description-required, address: "property:contacts/teir", reason: Soon, until: 2026-01-31 }';
    expect(findingsOf([waiver], LAST_MOMENT)).toMatchObject([
      BROKEN,
      { code: 'waiver-unused', hint: 'Did you mean property:contacts/tier?' },
    ]);
  });

  it('is ignored if the rule is off', () => {
    const waiver = '{ finding: description-required, reason: Soon, until: 2026-01-31 }';
    expect(findingsOf([waiver], LAST_MOMENT, 'off')).toEqual([]);
  });
});

describe('a waiver in a plan', () => {
  const waiver = { finding: 'not-declared', reason: 'Goes in May.', until: '2026-01-31', provenance: PLACE };
  const other = { ...tier(), address: 'property:contacts/other' } as const;
  const left = {
    records: [recorded(other.address, { label: 'Other' })],
    live: [seen(other.address, { label: 'Other' })],
  };

  it('lowers a warning of the plan', () => {
    const { findings, applyable } = planOf({ ...left, policy: withWaivers(waiver) });
    expect(findings).toEqual([
      {
        code: 'not-declared',
        severity: 'info',
        message:
          'property:contacts/other was applied and is no longer declared, so it stays in the account. The interface has no call that deletes it. Waived until 2026-01-31: Goes in May.',
        address: other.address,
        related: PLACE,
      },
    ]);
    expect(applyable).toBe(true);
  });

  it('blocks the plan if it has expired', () => {
    const { findings, applyable } = planOf({ ...left, policy: withWaivers({ ...waiver, until: '2026-01-01' }) });
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['not-declared', 'warning'],
      ['waiver-expired', 'error'],
    ]);
    expect(applyable).toBe(false);
  });

  it('is reported as unused only after a complete read', () => {
    const unseen = planOf({ policy: withWaivers(waiver), unseen: ['property:contacts/x'] });
    expect(unseen.findings).toEqual([]);
    expect(planOf({ policy: withWaivers(waiver) }).findings.map(({ code }) => code)).toEqual(['waiver-unused']);
  });
});

describe('a consent with a last day', () => {
  const group = { objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty' };
  const removal = {
    desired: [tier(), declare('property-group', group)],
    live: [
      seen('property-group:contacts/loyalty', group),
      seen('property:contacts/loyaltytier', {
        ...tier().spec,
        options: [
          { value: 'gold', label: 'Gold' },
          { value: 'silver', label: 'Silver' },
        ],
      }),
    ],
    records: [
      recorded('property:contacts/loyaltytier', {
        options: [
          { value: 'gold', label: 'Gold' },
          { value: 'silver', label: 'Silver' },
        ],
      }),
    ],
  };
  const address = 'property:contacts/loyaltytier';
  const consent = { risk: 'option-removal', address, reason: 'Decided in May.', provenance: PLACE } as const;

  it('counts until the end of it', () => {
    const policy = { ...DEFAULT_POLICY, allow: [{ ...consent, until: '2026-01-02' }] };
    const plan = planOf({ ...removal, policy });
    expect(plan.changes.map(({ action }) => action)).toEqual(['keep', 'update']);
    expect(plan.findings).toEqual([]);
    expect(plan.allowed).toEqual([{ risk: 'option-removal', address }]);
    expect(plan.applyable).toBe(true);
  });

  it('no longer counts after it, and says so', () => {
    const policy = { ...DEFAULT_POLICY, allow: [{ ...consent, until: '2026-01-01' }] };
    const plan = planOf({ ...removal, policy });
    expect(plan.changes.map(({ because }) => because)).toEqual(['in-sync', 'consent-required']);
    expect(plan.findings).toEqual([
      {
        code: 'consent-expired',
        severity: 'error',
        message:
          'The consent to option-removal at property:contacts/loyaltytier expired at the end of 2026-01-01: Decided in May.',
        hint: 'It no longer counts. Remove it, or set a later date.',
        address,
        provenance: PLACE,
      },
    ]);
    expect(plan.allowed).toEqual([]);
    expect(plan.applyable).toBe(false);
  });
});

describe('a consent to too many changes with a last day', () => {
  const plan = planOf({});
  const large = { ...plan, summary: { ...plan.summary, update: 20 } };
  const codes = (until: string) =>
    guardPlan(large, {
      skipBlocked: false,
      saved: true,
      account: { name: 'sandbox', hubId: 1001, baseUrl: 'https://api.test', surface: 'documented', protected: false },
      policy: { ...DEFAULT_POLICY, allow: [{ risk: 'max-changes', until }] },
      now: NOW,
    }).map(({ code }) => code);

  it('holds at apply until the end of it', () => {
    expect(codes('2026-01-02')).toEqual([]);
    expect(codes('2026-01-01')).toEqual(['too-many-changes']);
  });
});

function withWaivers(...waivers: Policy['waivers']): Policy {
  return { ...DEFAULT_POLICY, waivers };
}
