import { describe, expect, it } from 'vitest';
import { formatDeclaration } from '../../src/engine/held.ts';
import { OPTION_LIST } from '../../src/kinds/options.ts';
import type { Fields } from '../../src/model/json.ts';
import { aWorld, GROUP, TIER } from './applying.ts';
import { tier } from './planning.ts';

describe('a service that stores a label in lower case', () => {
  it('makes the apply fail with the line to declare, until the file has that line', async () => {
    const world = await aWorld();
    const send: typeof world.caller.send = (call, options) => {
      const body = call.body as Fields;
      const label = call.endpoint === 'createProperty' ? { label: String(body['label']).toLowerCase() } : {};
      return world.caller.send({ ...call, body: { ...body, ...label } } as typeof call, options);
    };
    const result = await world.apply(await world.plan([GROUP, TIER]), { caller: { ...world.caller, send } });
    expect(result.outcomes.find(({ address }) => address === TIER.address)).toMatchObject({
      status: 'failed',
      message: 'The service accepted the call, but its reply shows other values: label.',
      hint: 'Declare it as it is stored: label: "loyalty tier"',
    });
    expect((await world.ledger()).records[TIER.address]).toMatchObject({ fields: { label: 'loyalty tier' } });
    expect((await world.plan([GROUP, TIER])).calls.map(({ body }) => body)).toEqual([{ label: 'Loyalty tier' }]);
    expect((await world.plan([GROUP, tier({ label: 'loyalty tier' })])).calls).toEqual([]);
  });
});

describe('the line to declare', () => {
  it('has the members that the file has, and marks as escapes', () => {
    const declared = [{ value: 'a', label: 'A', hidden: false }];
    const stored = [{ value: 'a', label: 'a\u00a0', hidden: false, description: '', displayOrder: 0 }];
    expect(
      formatDeclaration({ compare: 'options', list: OPTION_LIST, mutable: true }, 'options', stored, declared),
    ).toBe('options: [{"value":"a","label":"a\\u00a0","hidden":false}]');
  });
});
