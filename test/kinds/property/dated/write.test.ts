import { describe, expect, it } from 'vitest';
import { property as on } from '../../../../src/kinds/property/index.ts';
import { buildSpec, type PropertySpec } from '../../../../src/kinds/property/spec.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import type { Fields } from '../../../../src/model/json.ts';
import { creating, removing, updating } from '../../desired-changes.ts';
import { UNSET_MEMBERS } from '../example.ts';

const property = on('dated', NO_NAMES);
const plain = { objectType: 'deals', groupName: 'loyalty', name: 'tier', label: 'Tier', type: 'string' };
const spec = (changes: Fields = {}): PropertySpec => buildSpec({ ...plain, fieldType: 'text', ...changes });
const write = (...wanted: Parameters<typeof property.writer.write>[0]) => property.writer.write(wanted);
const options = [
  { value: 'gold', label: 'Gold' },
  { value: 'silver', label: 'Silver', hidden: true, description: 'x' },
];
const whole = [
  { value: 'gold', label: 'Gold', displayOrder: 0, hidden: false },
  { value: 'silver', label: 'Silver', hidden: true, description: 'x', displayOrder: 1 },
];
const choice = { type: 'enumeration', fieldType: 'select', options };

describe('the writer of properties on the dated surface', () => {
  it('creates a single property by the single call, with every option member', () => {
    expect(write(creating(property, spec(choice)))).toEqual({
      calls: [
        {
          endpoint: 'createDatedProperty',
          params: { object_type: '0-3' },
          body: { ...{ name: 'tier', label: 'Tier', groupName: 'loyalty' }, ...choice, options: whole },
          covers: ['property:deals/tier'],
          writes: ['label', 'groupName', 'type', 'fieldType', 'options'],
          expects: { 'property:deals/tier': { label: 'Tier', groupName: 'loyalty', ...choice } },
          route: 'The create of one property sets every member at once (interface 11.3).',
          after: [],
        },
      ],
      blocked: [],
    });
  });

  it('creates several of an object type in one batch, one type apart from another', () => {
    const [a, b] = [spec({ name: 'a' }), spec({ name: 'b' })];
    const { calls } = write(
      creating(property, a),
      creating(property, b),
      creating(property, spec({ objectType: '2-1' })),
    );
    expect(calls.map(({ endpoint, params, covers }) => [endpoint, params['object_type'], covers])).toEqual([
      ['createDatedProperties', '0-3', ['property:deals/a', 'property:deals/b']],
      ['createDatedProperty', '2-1', ['property:2-1/tier']],
    ]);
    const input = { groupName: 'loyalty', label: 'Tier', type: 'string', fieldType: 'text' };
    expect(calls[0]?.body).toEqual({ inputs: ['a', 'b'].map((name) => ({ ...input, name })) });
  });

  it('sends empty options for an enumeration that declares none', () => {
    const { calls } = write(creating(property, spec({ type: 'enumeration', fieldType: 'radio' })));
    expect(calls[0]?.body).toMatchObject({ options: [] });
  });

  it('updates with what changes, the options as the whole list', () => {
    const { calls } = write(updating(property, spec(choice), ['label']), updating(property, spec(choice), ['options']));
    expect(calls.map(({ endpoint, params, body }) => ({ endpoint, params, body }))).toEqual(
      [{ label: 'Tier' }, { options: whole }].map((body) => ({
        endpoint: 'updateDatedProperty',
        params: { object_type: '0-3', property_name: 'tier' },
        body,
      })),
    );
  });

  it('clears the options that an enumeration leaves behind, and says which', () => {
    const before = { type: 'enumeration', fieldType: 'select', options };
    const [call] = write(updating(property, spec(), ['type', 'fieldType'], before)).calls;
    expect(call).toMatchObject({
      body: { type: 'string', fieldType: 'text', options: [] },
      writes: ['type', 'fieldType', 'options'],
      expects: { 'property:deals/tier': { options: [] } },
      route: expect.stringMatching(/It clears the options left over from the old type: gold, silver\.$/),
    });
  });

  it('blocks an invalid pair of types, and keeps an existing pair', () => {
    const odd = { type: 'date', fieldType: 'text' };
    const { calls, blocked } = write(
      creating(property, spec({ ...odd, name: 'a' })),
      updating(property, spec({ ...odd, name: 'b' }), ['fieldType'], { fieldType: 'date' }),
      updating(property, spec({ ...odd, name: 'c' }), ['label']),
    );
    expect(calls.map(({ covers, body }) => [covers, body])).toEqual([[['property:deals/c'], { label: 'Tier' }]]);
    expect(blocked).toEqual(
      ['a', 'b'].map((name) => ({
        address: `property:deals/${name}`,
        because: 'no-endpoint',
        reason: 'The interface does not allow fieldType text with type date. Allowed: date.',
        section: '11.3',
      })),
    );
  });

  it('omits unset texts from a create, and blocks clearing them', () => {
    const before = { ...spec({ name: 'a' }), ...UNSET_MEMBERS };
    const create = { ...creating(property, spec({ name: 'a' })), after: before };
    expect(write(create).calls.map(({ body }) => Object.keys(Object(body)))).toEqual([
      expect.not.arrayContaining(['numberDisplayHint', 'currencyPropertyName', 'referencedObjectType']),
    ]);
    const changed = ['hidden', 'numberDisplayHint', 'calculationFormula'];
    const update = { ...updating(property, spec({ name: 'a' }), changed), after: before };
    expect(write(update)).toEqual({
      calls: [],
      blocked: [
        {
          address: 'property:deals/a',
          because: 'no-endpoint',
          reason: 'The interface cannot clear numberDisplayHint, calculationFormula once set.',
          section: '11.3',
        },
      ],
    });
  });

  it('archives each property by its own call', () => {
    const { calls } = write(removing(property, spec({ name: 'a' })), removing(property, spec({ name: 'b' })));
    expect(
      calls.map(({ endpoint, params, body, expects }) => [endpoint, params['property_name'], body, expects]),
    ).toEqual(
      ['a', 'b'].map((name) => ['archiveDatedProperty', name, undefined, { [`property:deals/${name}`]: null }]),
    );
    const [call] = calls;
    if (call === undefined) throw new Error('there is a call for each');
    expect(property.writer.names(call, call.covers, undefined)).toEqual([]);
    expect(property.writer.settle(call, call.covers, undefined)).toEqual([
      { address: 'property:deals/a', status: 'applied' },
    ]);
  });
});

describe('the reply to a batch', () => {
  const call = { endpoint: 'createDatedProperties', params: { object_type: '0-3' } } as const;
  const covers = ['property:deals/a', 'property:deals/b', 'property:deals/c'] as const;
  const row = (name: string) => ({ name, label: 'L', groupName: 'g', type: 'string', fieldType: 'text' });
  const settle = (batch: object) => property.writer.settle(call, covers, { status: 'COMPLETE', results: [], ...batch });

  it('settles by name a result, a named error, and a missing input', () => {
    const errors = [{ message: 'No such group', context: { name: ['a'] } }];
    expect(settle({ results: [row('c')], errors, numErrors: 1 })).toEqual([
      { address: 'property:deals/a', status: 'failed', message: 'Refused by the service: No such group.' },
      {
        address: 'property:deals/c',
        status: 'applied',
        echo: {
          label: 'L',
          description: '',
          groupName: 'g',
          type: 'string',
          fieldType: 'text',
          options: [],
          formField: false,
          ...UNSET_MEMBERS,
        },
      },
    ]);
  });

  it('assigns an ambiguous error to each input that it may concern', () => {
    const messages = (errors: readonly object[]) =>
      settle({ results: [row('a')], errors }).map(({ message }) => message);
    const group = 'Refused by the service: No such group.';
    expect(messages([{ message: 'No such group', context: { name: ['b', 'c'] } }])).toEqual([undefined, group, group]);
    expect(messages([{ message: 'No such group' }])).toEqual([undefined, group, group]);
  });

  it.each(['PENDING', 'PROCESSING'])('leaves missing inputs open while it is %s', (status) => {
    expect(settle({ status, results: [row('a')] }).map(({ status: settled }) => settled)).toEqual([
      'applied',
      'accepted',
      'accepted',
    ]);
  });

  it('leaves missing inputs of a canceled batch unsettled', () => {
    expect(settle({ status: 'CANCELED', results: [row('a')] }).map(({ address }) => address)).toEqual([covers[0]]);
  });

  it('is about another call where it shows none of the inputs', () => {
    const names = (...shown: readonly string[]) =>
      property.writer.names(call, covers, { status: 'COMPLETE', results: shown.map(row) });
    expect(names('x', 'b')).toEqual([]);
    expect(names('x')).toEqual([{ member: 'name', sent: 'a', shown: 'x' }]);
  });
});
