import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/model/json.ts';
import { TIER } from './applying.ts';
import { planOf, recorded, type Scene, seen, tier } from './planning.ts';
import { scripted } from './scripted.ts';
import { LIVE, REPLY, run } from './scripted-run.ts';

const gold = { value: 'gold', label: 'Gold' };
const theirs = { ...gold, label: 'Golden', description: '', displayOrder: 0, hidden: false };
const APPLIED: Fields = { label: 'Loyalty tier', options: [gold] };

/** Somebody changed label and options in the account; the file changed the description alone. */
const SCENE: Scene = {
  drift: 'hold',
  desired: [tier({ description: 'From the file' })],
  live: [
    seen(TIER.address, { ...LIVE, label: 'By hand', options: [theirs] }),
    seen('property-group:contacts/loyalty', {}),
  ],
  records: [
    recorded(TIER.address, { ...APPLIED, groupName: 'loyalty', type: 'enumeration', fieldType: 'select' }),
    recorded('property-group:contacts/loyalty', {}),
  ],
};

describe('a change beside fields whose drift is held', () => {
  it('shows and sends the changed field alone, and expects the held ones as the account has them', () => {
    const { changes, calls } = planOf(SCENE);
    expect(changes[0]?.fields).toEqual([{ field: 'description', before: '', after: 'From the file' }]);
    expect(calls.map(({ body }) => body)).toEqual([{ description: 'From the file' }]);
    expect(calls[0]?.expects[TIER.address]).toEqual({
      label: 'By hand',
      description: 'From the file',
      groupName: 'loyalty',
      type: 'enumeration',
      fieldType: 'select',
      options: [theirs],
    });
  });

  it('is applied, because a reply that shows the held values shows what was planned', async () => {
    const before = { ...REPLY, label: 'By hand', options: [theirs] };
    const after = { ...before, description: 'From the file' };
    const caller = scripted({
      patchProperty: [{ value: after }],
      listProperties: [{ value: [before] }, { value: [after] }],
    });
    const { result, ledger } = await run(SCENE, caller);
    expect(result.outcomes.map(({ status }) => status)).toEqual(['applied']);
    // The ledger keeps saying what was applied from here, so that the drift stays seen.
    expect(ledger.records[TIER.address]?.fields).toMatchObject({ ...APPLIED, description: 'From the file' });
  });
});
