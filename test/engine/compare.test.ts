import { describe, expect, it } from 'vitest';
import { asOptions, differences, equalField, sameOption, setFields } from '../../src/engine/compare.ts';
import { OPTION_LIST } from '../../src/kinds/options.ts';
import type { FieldRule } from '../../src/model/field-rule.ts';
import { equalJson, type Json } from '../../src/model/json.ts';
import { aKind } from './a-kind.ts';

const gold = { value: 'gold', label: 'Gold' };
const silver = { value: 'silver', label: 'Silver' };

describe('two values of a field', () => {
  it.each<[FieldRule['compare'], Json, Json | undefined, boolean]>([
    ['exact', 'a', 'a', true],
    ['exact', 'a', 'A', false],
    ['exact', '', null, false],
    ['exact', null, undefined, false],
    ['text', 'a', 'a', true],
    ['text', '', null, true],
    ['text', null, '', true],
    ['text', 'a', null, false],
    ['text', null, 'a', false],
    ['text', '', undefined, false],
    ['flag', true, true, true],
    ['flag', false, null, true],
    ['flag', null, false, true],
    ['flag', true, null, false],
    ['flag', null, true, false],
    ['flag', false, true, false],
    ['flag', false, undefined, false],
    ['formula', 'a*2', 'a * 2', true],
    ['formula', 'MAX(a, "x")', "max(a, 'x')", true],
    ['formula', 'a * 2', 'a * 3', false],
    ['formula', '[a', '[a ', true],
    ['formula', '[a', 'a', false],
    ['formula', '', null, true],
    ['formula', '', undefined, false],
    ['order', 2, 2, true],
    ['order', 2, 3, false],
    ['order', 2, undefined, false],
    ['order', -1, 7, true],
    ['order', -1, undefined, true],
    ['options', [gold], [gold], true],
    ['options', [], null, true],
    ['options', null, [gold], false],
    ['options', [gold, silver], [silver, gold], false],
    ['options', [gold], [gold, silver], false],
    ['options', [gold, silver], [gold], false],
    ['options', [gold], undefined, false],
    ['options', [gold], [{ ...gold, label: 'G' }], false],
    ['options', [gold], [{ ...gold, value: 'g' }], false],
  ])('that compare as %s: %j asks for what %j is: %s', (compare, desired, live, same) => {
    const rule = compare === 'options' ? { compare, list: OPTION_LIST } : { compare };
    expect(equalField({ ...rule, mutable: true }, desired, live)).toBe(same);
  });
});

describe('an option is as desired', () => {
  const held = { ...gold, description: 'd', hidden: true, displayOrder: 0 };

  it.each([
    ['with nothing beyond its label declared', gold, held, true],
    ['with everything as declared', held, held, true],
    ['with another label', { ...gold, label: 'G' }, held, false],
    ['with another description', { ...gold, description: 'e' }, held, false],
    ['with no description where an empty one is declared', { ...gold, description: '' }, gold, true],
    ['with no description where one is declared', { ...gold, description: 'd' }, gold, false],
    ['shown though it is declared hidden', { ...gold, hidden: true }, { ...held, hidden: false }, false],
    ['hidden though it is declared shown', { ...gold, hidden: false }, held, false],
    ['without a flag where it is declared shown', { ...gold, hidden: false }, gold, true],
    ['without a flag where it is declared hidden', { ...gold, hidden: true }, gold, false],
    ['at another place', { ...gold, displayOrder: 1 }, held, false],
    ['at place 0, as declared', { ...gold, displayOrder: 0 }, held, true],
    ['at place 1 though 0 is declared', { ...gold, displayOrder: 0 }, { ...held, displayOrder: 1 }, false],
    ['at any place where that is left to the service', { ...gold, displayOrder: -1 }, held, true],
  ])('%s: %s', (_, desired, live, same) => {
    expect(sameOption(desired, live)).toBe(same);
  });
});

it.each<[Json, Json, boolean]>([
  [1, 1, true],
  [1, '1', false],
  [null, null, true],
  [null, {}, false],
  [{}, null, false],
  [1, {}, false],
  [{}, 1, false],
  [[], {}, false],
  [{}, [], false],
  [{}, {}, true],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: null }, { b: null }, false],
  [{ a: { b: [1] } }, { a: { b: [1] } }, true],
  [{ a: { b: [1] } }, { a: { b: [2] } }, false],
])('as JSON, %j equals %j: %s', (a, b, same) => {
  expect(equalJson(a, b)).toBe(same);
});

it('a field that is hidden, unexpected or unknown to the kind is ignored', () => {
  const expected = { label: 'A', note: 'x', shown: true, other: 1 };
  const found = { label: 'B', note: null, code: 'c', other: 2 };
  expect(differences(aKind(), expected, found)).toStrictEqual([
    { field: 'label', before: 'A', after: 'B' },
    { field: 'note', before: 'x', after: null },
  ]);
});

it('a value other than a list has no options', () => {
  expect([asOptions(undefined), asOptions(null), asOptions('gold'), asOptions([gold])]).toEqual([[], [], [], [gold]]);
});

it('unset fields are dropped', () => {
  const set = { label: '', note: 'n', shown: true, place: 0, options: [gold] };
  const unset = { note: '', shown: false, place: -1, options: [] };
  expect(setFields(aKind(), { ...set, type: 'string' })).toEqual({ ...set, type: 'string' });
  expect(setFields(aKind(), unset)).toEqual({});
});

describe('a member that most replies do not show', () => {
  const rule = { value: 'MAX_LENGTH', label: '40', arguments: ['40'] };
  const withFlag = (shouldApplyNormalization: boolean | null) => ({ ...rule, shouldApplyNormalization });

  it('equals an unknown value and differs from another value', () => {
    expect(sameOption(withFlag(true), rule)).toBe(true);
    expect(sameOption(rule, withFlag(true))).toBe(true);
    expect(sameOption(withFlag(true), withFlag(null))).toBe(false);
    expect(sameOption(withFlag(true), withFlag(true))).toBe(true);
  });

  it('is no reason to ignore the arguments', () => {
    expect(sameOption(rule, { ...rule, arguments: ['50'] })).toBe(false);
  });
});
