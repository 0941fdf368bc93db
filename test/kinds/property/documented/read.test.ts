import { describe, expect, it } from 'vitest';
import { reader } from '../../../../src/kinds/property/documented/read.ts';
import { NOTHING_WANTED } from '../../../../src/model/kind-reader.ts';

const contacts = { endpoint: 'listProperties', params: { object_type: 'contacts' } } as const;

describe('the reader of properties', () => {
  it('reads each object type once, companies with a second list in reserve', () => {
    expect(
      reader.reads(
        ['property:contacts/a', 'property:companies/b', 'property:contacts/c', 'property:2-3451/d'],
        NOTHING_WANTED,
      ),
    ).toEqual([
      { call: contacts, covers: ['property:contacts/a', 'property:contacts/c'] },
      {
        call: { endpoint: 'listProperties', params: { object_type: 'companies' } },
        fallback: { endpoint: 'listCompanyProperties', params: {} },
        covers: ['property:companies/b'],
      },
      { call: { endpoint: 'listProperties', params: { object_type: '2-3451' } }, covers: ['property:2-3451/d'] },
    ]);
  });

  it('shows every definition with unset members as their empty values', () => {
    const bare = { name: 'a', type: 'string', description: null, options: null, formField: null, displayOrder: null };
    expect(reader.interpret(contacts, [bare], { calls: [], others: [], covers: [] })).toEqual([
      {
        address: 'property:contacts/a',
        kind: 'property',
        fields: { label: '', description: '', groupName: '', type: 'string', options: [], formField: false },
        basis: 'observed',
      },
    ]);
  });

  it('shows the set fields, the author and time, and sendable option members', () => {
    const row = {
      ...{ name: 'b', label: 'B', description: 'about', groupName: 'g', type: 'enumeration', fieldType: 'select' },
      options: [
        { value: 'x', label: 'X', description: null, displayOrder: 0, hidden: false, readOnly: false, doubleData: 0 },
        { value: 'y', label: 'Y' },
      ],
      ...{ displayOrder: -1, formField: true, updatedAt: 1_760_000_000_000, updatedUserId: 42 },
    };
    expect(reader.interpret(contacts, [row], { calls: [], others: [], covers: [] })).toEqual([
      {
        address: 'property:contacts/b',
        kind: 'property',
        fields: {
          ...{ label: 'B', description: 'about', groupName: 'g', type: 'enumeration', fieldType: 'select' },
          options: [
            { value: 'x', label: 'X', displayOrder: 0, hidden: false },
            { value: 'y', label: 'Y' },
          ],
          ...{ displayOrder: -1, formField: true },
        },
        basis: 'observed',
        changedAt: '2025-10-09T08:53:20.000Z',
        changedBy: '42',
      },
    ]);
  });

  it('says why a definition is locked', () => {
    const rows = [
      { name: 'a', readOnlyDefinition: true },
      { name: 'b', calculated: true },
      { name: 'c', readOnlyDefinition: false, calculated: null },
    ];
    expect(reader.interpret(contacts, rows, { calls: [], others: [], covers: [] }).map(({ locked }) => locked)).toEqual(
      ['the service marks its definition as read-only', 'the service calculates it', undefined],
    );
  });

  it('takes a deleted definition for absent', () => {
    expect(reader.interpret(contacts, [{ name: 'a', deleted: true }], { calls: [], others: [], covers: [] })).toEqual(
      [],
    );
  });

  it('reads the second list as one of companies', () => {
    const [resource] = reader.interpret({ endpoint: 'listCompanyProperties', params: {} }, [{ name: 'a' }], {
      calls: [],
      others: [],
      covers: [],
    });
    expect(resource?.address).toBe('property:companies/a');
  });

  it.each([0, null, 9e15])('gives no time for the timestamp %j', (updatedAt) => {
    expect(
      reader.interpret(contacts, [{ name: 'a', updatedAt }], { calls: [], others: [], covers: [] })[0],
    ).not.toHaveProperty('changedAt');
  });
});
