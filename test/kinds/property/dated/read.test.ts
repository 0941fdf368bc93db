import { describe, expect, it } from 'vitest';
import { createReader } from '../../../../src/kinds/property/dated/read.ts';
import { type AccountNames, NO_NAMES } from '../../../../src/model/account-names.ts';
import { NOTHING_WANTED } from '../../../../src/model/kind-reader.ts';
import { UNSET_MEMBERS } from '../example.ts';

const row = {
  ...{ name: 'tier', label: 'Tier', groupName: 'loyalty', type: 'enumeration', fieldType: 'select' },
  description: null,
  options: [{ value: 'a', label: 'A', displayOrder: 0, hidden: false, description: null }],
};
const call = { endpoint: 'listDatedProperties', params: { object_type: '0-1' } } as const;
const read = (more: object) =>
  createReader(NO_NAMES).interpret(call, { results: [{ ...row, ...more }] }, { calls: [], others: [], covers: [] });

describe('the reader of properties on the dated surface', () => {
  it('names the fields as the documented surface does, and says who changed it and when', () => {
    expect(
      read({
        displayOrder: 3,
        formField: true,
        hubspotDefined: false,
        updatedAt: '2026-10-01T08:00:00Z',
        updatedUserId: '42',
      }),
    ).toEqual([
      {
        address: 'property:contacts/tier',
        kind: 'property',
        fields: {
          ...{ label: 'Tier', description: '', groupName: 'loyalty', type: 'enumeration', fieldType: 'select' },
          ...{
            options: [{ value: 'a', label: 'A', displayOrder: 0, hidden: false }],
            displayOrder: 3,
            formField: true,
          },
          ...UNSET_MEMBERS,
        },
        basis: 'observed',
        defined: 'custom',
        changedAt: '2026-10-01T08:00:00.000Z',
        changedBy: '42',
      },
    ]);
  });

  it.each([
    ['2026-10-01T08:00:00.250Z', '2026-10-01T08:00:00.250Z'],
    ['2026-12-31T23:59:59.999Z', '2026-12-31T23:59:59.999Z'],
    ['2026-10-01T10:00:00+02:00', '2026-10-01T08:00:00.000Z'],
    ['2026-13-01T08:00:00.000Z', undefined],
    ['2026-10-32T08:00:00.000Z', undefined],
    ['2026-10-01T25:00:00.000Z', undefined],
    ['yesterday', undefined],
    ['', undefined],
    [null, undefined],
  ])('takes the time %j as %j', (updatedAt, expected) => {
    expect(read({ updatedAt })[0]?.changedAt).toBe(expected);
  });

  it.each([
    ['nothing', {}, {}],
    ['all but the options', { readOnlyDefinition: true }, { unlocked: ['options', 'validation'] }],
    ['all but the rules', { readOnlyDefinition: true, readOnlyOptions: true }, { unlocked: ['validation'] }],
  ])('says that %s is locked by %j', (_, modificationMetadata, expected) => {
    const [found] = read({ modificationMetadata });
    const locked = 'the service marks its definition as read-only';
    expect(found?.locked).toBe('unlocked' in expected ? locked : undefined);
    expect(found?.unlocked).toEqual(Object(expected).unlocked);
  });

  it('says that the options alone are locked', () => {
    const [found] = read({ modificationMetadata: { readOnlyOptions: true } });
    expect(found?.locked).toBe('the service marks its options as read-only');
    expect(found?.unlocked).toEqual(expect.arrayContaining(['label', 'description', 'groupName', 'type', 'formField']));
    expect(found?.unlocked).not.toContain('options');
  });

  it('treats a missing archived member as active, and reads the archive time', () => {
    const archived = (more: object) => read(more).map((found) => found.archived);
    expect([{}, { archived: null }, { archived: false }].map(archived)).toEqual([
      [undefined],
      [undefined],
      [undefined],
    ]);
    expect(archived({ archived: true })).toEqual([{}]);
    const at = '2026-10-01T08:00:00.000Z';
    expect(archived({ archived: true, archivedAt: '2026-10-01T08:00:00Z' })).toEqual([{ at }]);
  });

  it('asks once per object type by id, and returns the names of the files', () => {
    const names: AccountNames = {
      ...NO_NAMES,
      typeIdOf: (type) => (type === 'cars' ? '2-77' : type),
      objectTypeOf: (id) => (id === '2-77' ? 'cars' : id),
    };
    const reader = createReader(names);
    const reads = reader.reads(['property:contacts/a', 'property:cars/b', 'property:contacts/c'], NOTHING_WANTED);
    expect(reads.map(({ call: { params }, covers }) => [params['object_type'], covers])).toEqual([
      ['0-1', ['property:contacts/a', 'property:contacts/c']],
      ['2-77', ['property:cars/b']],
    ]);
    const [found] = reader.interpret(
      { ...call, params: { object_type: '2-77' } },
      { results: [row] },
      { calls: [], others: [], covers: [] },
    );
    expect(found?.address).toBe('property:cars/tier');
  });
});
