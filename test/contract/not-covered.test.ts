import { expect, test } from 'vitest';
import { GAPS, listNotCovered } from '../../src/contract/not-covered.ts';
import { KIND_NAMES } from '../../src/model/address.ts';

const named = (...kinds: readonly string[]) => listNotCovered(kinds)?.map(({ what }) => what);

test('properties and pipelines each bring up their own settings', () => {
  expect(named('property-group', 'property', 'property')).toEqual([
    'Conditional property logic',
    'Field permissions',
    'Creation of rollup properties',
    'Removal of validation rules',
    'Record layouts',
    'Saved views',
  ]);
  expect(named('pipeline')).toEqual(['Properties required at a stage', 'Pipeline automation']);
  expect(named('pipeline', 'property')).toEqual(GAPS.map(({ what }) => what));
});

test('other kinds bring up nothing', () => {
  expect(listNotCovered(KIND_NAMES.filter((name) => !['property', 'pipeline'].includes(name)))).toBeUndefined();
});

test('the table names existing kinds, and a place for each setting', () => {
  const kinds: readonly string[] = [...KIND_NAMES, 'pipeline'];
  expect(GAPS.flatMap((gap) => gap.kinds).filter((kind) => !kinds.includes(kind))).toEqual([]);
  expect(GAPS.filter(({ where }) => !/^(Settings|CRM) > \S/.test(where))).toEqual([]);
});
