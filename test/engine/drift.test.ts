import { describe, expect, it } from 'vitest';
import { findDrift } from '../../src/engine/drift.ts';
import { KINDS } from '../../src/kinds/index.ts';
import type { Fields } from '../../src/model/json.ts';
import type { Ledger } from '../../src/model/ledger.ts';
import type { Live } from '../../src/model/live.ts';

const address = 'property:contacts/tier';
const account = { name: 'sandbox', hubId: 1001 };

/** How the one property drifted, where this was applied and that is there now. */
function drifted(applied: Fields, now: Fields) {
  const known = { address, kind: 'property', basis: 'observed' } as const;
  const record = { ...known, fields: applied, at: '2026-01-01T00:00:00Z', run: 'r' };
  const ledger: Ledger = {
    format: 'trueup.ledger/1',
    lineage: 'l',
    serial: 1,
    account,
    records: { [address]: record },
    intentions: [],
  };
  const live: Live = {
    resources: new Map([[address, { ...known, fields: now }]]),
    unseen: new Set(),
    reads: 1,
    complete: true,
    findings: [],
  };
  const { resources, summary } = findDrift({ account, ledger, live, kinds: KINDS });
  const [resource] = resources;
  return {
    status: resource?.status,
    options: resource?.fields[0]?.options,
    foreign: resource?.foreign,
    counted: summary.foreign,
  };
}

const gold = { value: 'gold', label: 'Gold' };
const silver = { value: 'silver', label: 'Silver' };
const held = (option: Fields, displayOrder: number) => ({ description: '', hidden: false, ...option, displayOrder });

describe('the drift of an option list', () => {
  it('shows of a changed option only what was applied', () => {
    const now = { options: [held({ ...gold, label: 'Premium' }, 4)] };
    expect(drifted({ options: [gold] }, now)).toMatchObject({
      status: 'drifted',
      options: [{ value: 'gold', change: 'update', before: gold, after: { value: 'gold', label: 'Premium' } }],
    });
  });

  it('is not what was never applied: an option of others, a number, a description', () => {
    const now = { options: [held({ value: 'theirs', label: 'Theirs' }, 0), held({ ...gold, description: 'x' }, 7)] };
    expect(drifted({ options: [gold] }, now)).toEqual({
      status: 'in-sync',
      options: undefined,
      foreign: [{ value: 'theirs', label: 'Theirs' }],
      counted: 1,
    });
  });

  it('has nothing foreign where the list was never applied, or holds ours only', () => {
    const now = { label: 'Tier', options: [held(gold, 0)] };
    expect(drifted({ label: 'Tier' }, now)).toMatchObject({ foreign: undefined, counted: 0 });
    expect(drifted({ options: [gold] }, now)).toMatchObject({ foreign: undefined, counted: 0 });
  });

  it('names what is gone, and what stands behind another one now', () => {
    const now = { options: [held(silver, 0), held(gold, 1)] };
    const bronze = { value: 'bronze', label: 'Bronze' };
    expect(drifted({ options: [gold, silver, bronze] }, now).options).toEqual([
      { value: 'silver', change: 'move', before: silver, after: held(silver, 0) },
      { value: 'bronze', change: 'remove', before: bronze },
    ]);
  });
});
