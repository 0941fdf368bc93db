import { expect, test } from 'vitest';
import { planDigest } from '../../src/engine/fingerprint.ts';
import { formatAddress } from '../../src/model/address.ts';
import { aCall, aChange, aPlan } from '../support/builders.ts';

const change = aChange({ fields: [{ field: 'label', before: 'Tier', after: 'Loyalty tier' }] });
const plan = aPlan({ changes: [change], calls: [aCall()] });

test('two plans of the same meaning have one digest, whenever and wherever they were made', () => {
  const elsewhere = aPlan({
    changes: [
      {
        ...change,
        reason: 'Said in other words.',
        provenance: { file: '/home/ann/trueup.yaml', line: 90, column: 3 },
        changedAt: '2026-11-20T12:00:00.000Z',
        recordedAt: '2026-11-20T12:00:00.000Z',
      },
      aChange({ address: formatAddress('property', 'contacts', 'size'), action: 'keep', because: 'in-sync' }),
    ],
    calls: [aCall({ route: 'Chosen for another reason.' })],
    createdAt: '2027-01-01T00:00:00.000Z',
    expiresAt: '2027-01-02T00:00:00.000Z',
    fingerprint: { desired: 'd2', live: 'l2', ledger: 'lineage/99', resources: {} },
    findings: [{ code: 'name-reserved', severity: 'warning', message: 'A warning.' }],
    adopt: [{ address: formatAddress('property', 'contacts', 'size'), kind: 'property', fields: {} }],
  });
  expect(planDigest(elsewhere)).toBe(planDigest(plan));
});

test.each([
  ['a value before', { changes: [{ ...change, fields: [{ field: 'label', before: 'T', after: 'Loyalty tier' }] }] }],
  ['a value after', { changes: [{ ...change, fields: [{ field: 'label', before: 'Tier', after: 'L' }] }] }],
  [
    'an option',
    { changes: [{ ...change, fields: [{ field: 'options', options: [{ value: 'a', change: 'remove' }] }] }] },
  ],
  [
    'what it depends on',
    { changes: [{ ...change, dependsOn: [formatAddress('property-group', 'contacts', 'loyalty')] }] },
  ],
  ['a risk', { changes: [{ ...change, risk: 'destructive' }] }],
  ['an action', { changes: [{ ...change, action: 'blocked' }] }],
  ['another change', { changes: [change, { ...change, address: formatAddress('property', 'contacts', 'size') }] }],
  ['the body of a call', { calls: [aCall({ body: { name: 'other' } })] }],
  ['what a call overwrites', { calls: [aCall({ before: {} })] }],
  ['the account', { account: { ...plan.account, hubId: 7007 } }],
  ['the address of the service', { account: { ...plan.account, baseUrl: 'https://elsewhere.example' } }],
] as const)('%s changes the digest', (_, differs) => {
  const other = { ...plan, ...differs };
  expect(planDigest(other)).not.toBe(planDigest(plan));
});
