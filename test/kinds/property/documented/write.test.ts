import { describe, expect, it } from 'vitest';
import { property as on } from '../../../../src/kinds/property/index.ts';
import { buildSpec, type PropertySpec } from '../../../../src/kinds/property/spec.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import type { Fields } from '../../../../src/model/json.ts';
import type { CallDraft } from '../../../../src/model/kind.ts';
import { creating, removing, updating } from '../../desired-changes.ts';

const property = on('documented', NO_NAMES);

const plain = { objectType: 'companies', groupName: 'loyalty', name: 'tier', label: 'Tier', type: 'string' };
const options = [
  { value: 'gold', label: 'Gold' },
  { value: 'silver', label: 'Silver' },
];

const spec = (changes: Fields = {}): PropertySpec => buildSpec({ ...plain, fieldType: 'text', ...changes });
const write = (...wanted: Parameters<typeof property.writer.write>[0]) => property.writer.write(wanted);
/** Returns the request of a call and the calls before it. */
const sent = ({ endpoint, params, body, after }: CallDraft) => ({ endpoint, params, body, after });

describe('the writer of properties', () => {
  it('creates over v2 with the declared fields', () => {
    const declared = spec({ objectType: '2-3451', description: 'x', displayOrder: 1 });
    expect(write(creating(property, declared))).toEqual({
      calls: [
        {
          endpoint: 'createProperty',
          params: { object_type: '2-3451' },
          body: {
            ...{ name: 'tier', label: 'Tier', groupName: 'loyalty', type: 'string', fieldType: 'text' },
            ...{ description: 'x', displayOrder: 1 },
          },
          covers: ['property:2-3451/tier'],
          writes: ['label', 'groupName', 'type', 'fieldType', 'description', 'displayOrder'],
          expects: {
            'property:2-3451/tier': {
              ...{ label: 'Tier', groupName: 'loyalty', type: 'string', fieldType: 'text' },
              ...{ description: 'x', displayOrder: 1 },
            },
          },
          route: 'The v2 create supports every object type (interface 4.3).',
          after: [],
        },
      ],
      blocked: [],
    });
  });

  it('creates a type that only v1 contacts accept over v1', () => {
    const { calls } = write(creating(property, spec({ objectType: 'contacts', type: 'date', fieldType: 'date' })));
    expect(calls.map(sent)).toEqual([
      {
        endpoint: 'createContactProperty',
        params: {},
        body: { name: 'tier', label: 'Tier', groupName: 'loyalty', type: 'date', fieldType: 'date' },
        after: [],
      },
    ]);
  });

  it('creates a type that only v1 companies accept in two calls with their states', () => {
    const declared = spec({ type: 'enumeration', fieldType: 'booleancheckbox', options });
    const { calls } = write(creating(property, spec()), creating(property, declared));
    const rest = { groupName: 'loyalty', type: 'enumeration', label: 'Tier', options };
    expect(calls.slice(1).map(sent)).toEqual([
      {
        endpoint: 'createProperty',
        params: { object_type: 'companies' },
        body: { ...rest, name: 'tier', fieldType: 'radio' },
        after: [],
      },
      {
        endpoint: 'updateCompanyProperty',
        params: { property_name: 'tier' },
        body: { ...rest, fieldType: 'booleancheckbox' },
        after: [1],
      },
    ]);
    expect(calls.slice(1).map(({ expects }) => expects)).toEqual([
      { 'property:companies/tier': { ...rest, fieldType: 'radio' } },
      { 'property:companies/tier': { ...rest, fieldType: 'booleancheckbox' } },
    ]);
  });

  it('updates over v2 with the changed fields and no others', () => {
    const declared = spec({ type: 'enumeration', fieldType: 'select', options });
    const { calls } = write(updating(property, declared, ['options', 'label']));
    expect(calls.map(sent)).toEqual([
      {
        endpoint: 'patchProperty',
        params: { object_type: 'companies', property_name: 'tier' },
        body: { label: 'Tier', options },
        after: [],
      },
    ]);
  });

  it('changes the type of a deal property with its full definition, live values included', () => {
    const before = { type: 'number', fieldType: 'number', description: 'live', displayOrder: -1, formField: true };
    const { calls } = write(updating(property, spec({ objectType: 'deals' }), ['type', 'fieldType'], before));
    expect(calls.map(sent)).toEqual([
      {
        endpoint: 'updateDealProperty',
        params: { property_name: 'tier' },
        body: {
          ...{ name: 'tier', groupName: 'loyalty', type: 'string', fieldType: 'text', label: 'Tier' },
          ...{ formField: true, description: 'live', displayOrder: -1 },
        },
        after: [],
      },
    ]);
  });

  it('sends fields missing in the v1 company update by a second call', () => {
    const declared = spec({ type: 'number', formField: true });
    const { calls } = write(
      updating(property, declared, ['type', 'formField'], { type: 'string', formField: false, options: [] }),
    );
    const definition = { groupName: 'loyalty', type: 'number', label: 'Tier', fieldType: 'text' };
    expect(calls.map(sent)).toEqual([
      {
        endpoint: 'updateCompanyProperty',
        params: { property_name: 'tier' },
        body: { ...definition, options: [] },
        after: [],
      },
      {
        endpoint: 'patchProperty',
        params: { object_type: 'companies', property_name: 'tier' },
        body: { formField: true },
        after: [0],
      },
    ]);
    expect(calls.map(({ expects }) => expects['property:companies/tier'])).toEqual([
      { ...definition, formField: false },
      { ...definition, formField: true },
    ]);
  });

  it('keeps live options that are not declared when the new type has options too', () => {
    const declared = spec({ type: 'enumeration', fieldType: 'booleancheckbox' });
    const { calls } = write(updating(property, declared, ['fieldType'], { fieldType: 'radio', options }));
    expect(calls[0]?.body).toMatchObject({ options });
  });

  it('clears the options that the old type leaves behind, and says which', () => {
    const { calls } = write(updating(property, spec(), ['type'], { type: 'enumeration', options }));
    expect(calls[0]?.body).toMatchObject({ type: 'string', options: [] });
    expect(calls[0]?.expects['property:companies/tier']).toMatchObject({ type: 'string', options: [] });
    expect(calls[0]?.writes).toContain('options');
    expect(calls[0]?.route).toMatch(/It clears the options left over from the old type: gold, silver\.$/);
  });

  it('blocks a type change that no call makes, and lets the others through', () => {
    const { calls, blocked } = write(
      updating(property, spec({ objectType: 'contacts' }), ['label', 'type'], { type: 'number' }),
      updating(property, spec({ objectType: 'deals' }), ['label']),
    );
    expect(calls.map(({ covers }) => covers)).toEqual([['property:deals/tier']]);
    expect(blocked).toEqual([
      {
        address: 'property:contacts/tier',
        because: 'no-endpoint',
        reason:
          'The interface can change type and field type of existing properties only for companies and deals, not for contacts.',
        section: '4.3',
      },
    ]);
  });

  it('has no call that deletes', () => {
    expect(write(removing(property, spec())).blocked.map(({ section }) => section)).toEqual(['4.3']);
  });

  it('leaves a type out of the echo that the reply does not show', () => {
    const call = { endpoint: 'updateDealProperty', params: { property_name: 'tier' } } as const;
    expect(property.writer.settle(call, ['property:deals/tier'], { name: 'tier', label: 'Tier' })).toEqual([
      {
        address: 'property:deals/tier',
        status: 'applied',
        echo: { label: 'Tier', description: '', groupName: '', options: [], formField: false },
      },
    ]);
  });
});
