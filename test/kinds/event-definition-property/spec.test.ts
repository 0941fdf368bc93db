import { describe, expect, it } from 'vitest';
import { buildSpec, check, levels } from '../../../src/kinds/event-definition-property/spec.ts';

const plain = { eventName: 'order_placed', name: 'total', label: 'Total', type: 'number' };

describe('the spec of an event-definition property', () => {
  it.each([
    [{}, []],
    [{ label: ' ' }, ['warning text-blank label']],
    [{ name: 'hs_total' }, ['warning name-reserved ']],
    [{ name: 'Order-Total' }, ['warning name-unusual name']],
    [{ name: 'a'.repeat(51) }, ['warning name-unusual name']],
    [{ eventName: 'Order.Placed' }, ['warning name-unusual eventName']],
    [{ eventName: 'order-placed' }, []],
    [{ options: [{ value: 'a', label: 'A' }] }, ['warning options-unused options']],
    [{ type: 'enumeration' }, ['warning options-missing type']],
  ])('with %j has the issues %j', (changes, issues) => {
    const found = check(buildSpec({ ...plain, ...changes }));
    expect(found.map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`)).toEqual(issues);
  });

  it('has its own forms of names and types', () => {
    const [events, properties] = levels;
    expect(events?.capture?.schema.safeParse('Order.Placed').success).toBe(true);
    expect(properties?.capture?.schema.safeParse('a'.repeat(255)).success).toBe(true);
    expect(properties?.capture?.schema.safeParse('a'.repeat(256)).success).toBe(false);
    expect(
      ['select', 'anything else', '', ' x'].map((text) => properties?.fields['fieldType']?.safeParse(text).success),
    ).toEqual([true, true, false, false]);
    expect(properties?.fields['type']?.safeParse('bool').success).toBe(false);
    expect(properties?.fields['label']?.safeParse('a'.repeat(50)).success).toBe(true);
    expect(properties?.fields['label']?.safeParse('a'.repeat(51)).success).toBe(false);
  });
});
