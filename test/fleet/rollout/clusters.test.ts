import { expect, test } from 'vitest';
import { shapeIn } from '../../../src/fleet/rollout/clusters.ts';
import { formatAddress } from '../../../src/model/address.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { aCall, aChange, aPlan } from '../../support/builders.ts';

const SIZE = formatAddress('property', 'contacts', 'size');
const loss = aChange({ action: 'update', because: 'file-differs', risk: 'destructive', risks: ['option-removal'] });
const PLANS = {
  empty: aPlan({ changes: [aChange({ action: 'keep', because: 'in-sync' })] }),
  safe: aPlan({ changes: [aChange(), aChange({ address: SIZE })], calls: [aCall()] }),
  risky: aPlan({ changes: [loss], calls: [aCall({ endpoint: 'updateDealProperty' })] }),
  blocked: aPlan({
    changes: [aChange({ action: 'blocked', because: 'unseen', risk: 'irreversible', risks: ['limit-purge'] })],
  }),
} as const satisfies Readonly<Record<string, Plan>>;

test('a shape says what every plan of it would do, and how that stands', () => {
  expect(shapeIn(PLANS.safe)).toEqual({
    shape: expect.stringMatching(/^[0-9a-f]{20}$/),
    standing: 'safe',
    actions: { create: 2 },
    severities: [],
    risks: [],
  });
  expect(shapeIn(PLANS.empty)).toMatchObject({ standing: 'empty', actions: {} });
  expect(shapeIn(PLANS.risky)).toMatchObject({
    standing: 'risky',
    actions: { update: 1 },
    severities: ['destructive'],
    risks: ['option-removal'],
  });
  // A blocked change adds no severity or risk.
  expect(shapeIn(PLANS.blocked)).toMatchObject({
    standing: 'blocked',
    actions: { blocked: 1 },
    severities: [],
    risks: [],
  });
});

test.each([
  ['an incomplete plan', { complete: false }, 'blocked'],
  ['a plan that apply would refuse', { applyable: false }, 'blocked'],
  ['a plan that pins another host', { hostChange: { from: 'https://a.example', to: 'https://b.example' } }, 'risky'],
] as const)('%s does not stand as empty', (_, more, standing) => {
  expect(shapeIn({ ...PLANS.empty, ...more }).standing).toBe(standing);
});
