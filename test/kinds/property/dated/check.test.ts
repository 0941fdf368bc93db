import { describe, expect, it } from 'vitest';
import { DATED_PAIRS } from '../../../../src/contract/dated-values.ts';
import { check } from '../../../../src/kinds/property/dated/check.ts';
import type { PropertySpec } from '../../../../src/kinds/property/spec.ts';

const plain: PropertySpec = {
  ...{ objectType: '2-3451', groupName: 'loyalty', name: 'tier', label: 'Tier', type: 'string', fieldType: 'text' },
};
const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];
const told = (changes: Partial<PropertySpec>) =>
  check({ ...plain, ...changes }).map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`);

describe('the check of a property on the dated surface', () => {
  it.each(
    Object.entries(DATED_PAIRS).flatMap(([type, fieldTypes]) => fieldTypes.map((fieldType) => [type, fieldType])),
  )('takes the type %s with the field type %s for any object type', (type = '', fieldType = '') => {
    const options = type === 'enumeration' || type === 'bool' ? { options: yesNo } : {};
    for (const objectType of ['contacts', 'companies', 'deals', 'tickets', '2-3451'])
      expect(told({ objectType, type, fieldType, ...options })).toEqual([]);
  });

  it('warns of a pair that only a property of the account can have', () => {
    expect(told({ type: 'date', fieldType: 'text' })).toEqual(['warning property-type-not-allowed fieldType']);
    expect(told({ type: 'object_coordinates', fieldType: 'text' })).toEqual(['warning property-type-not-allowed type']);
  });

  it('takes names and option values as an account can have them, with a warning', () => {
    expect(told({ name: 'Tier Level' })).toEqual(['warning name-unusual name']);
    const untrimmed = { type: 'enumeration', fieldType: 'select', options: [{ value: ' Gold ', label: 'Gold' }] };
    expect(told(untrimmed)).toEqual(['warning text-untrimmed options.0.value']);
  });
});
