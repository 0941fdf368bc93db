import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildRunEntries } from '../../src/engine/apply/apply.ts';
import { isIdle } from '../../src/engine/idle.ts';
import { formatAddress } from '../../src/model/address.ts';
import type { Plan } from '../../src/model/plan.ts';
import { aCall, aChange, anOpenCall, aPlan } from '../support/builders.ts';
import { aRun } from './a-run.ts';
import { recorded } from './planning.ts';

const TIER = formatAddress('property', 'contacts', 'tier');
const SIZE = formatAddress('property', 'contacts', 'size');
const KEPT = aChange({ address: TIER, action: 'keep', because: 'in-sync' });

/**
 * Parts of a plan that apply writes to the ledger. `OTHER` has the parts that it does not write. Each part is work to
 * do.
 */
const NOTED: readonly Partial<Plan>[] = [
  { changes: [aChange({ address: TIER, action: 'forget' })] },
  { adopt: [{ address: TIER, kind: 'property', fields: {} }] },
  { moved: [TIER] },
  { renamed: { [SIZE]: TIER } },
];
const OTHER: readonly Partial<Plan>[] = [
  { changes: [aChange({ address: TIER, action: 'blocked' })] },
  { calls: [aCall()] },
  { open: [anOpenCall()] },
  { hostChange: { from: 'https://a.example', to: 'https://b.example' } },
  { complete: false },
  { applyable: false },
];

test('a plan is idle only when nothing is called, noted, settled or refused', async () => {
  const { run } = await aRun({ known: [recorded(TIER, { label: 'Tier' }), recorded(SIZE, { label: 'Size' })] });
  fc.assert(
    fc.property(fc.subarray([...NOTED]), fc.subarray([...OTHER]), (noted, other) => {
      const plan = aPlan({ changes: [KEPT], ...Object.assign({}, ...other, ...noted) });
      expect(isIdle(plan)).toBe(noted.length + other.length === 0);
      expect(buildRunEntries(run, plan).length > 0).toBe(noted.length > 0);
    }),
  );
});
