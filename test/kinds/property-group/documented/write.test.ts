import { describe, expect, it } from 'vitest';
import { propertyGroup as on } from '../../../../src/kinds/property-group/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { creating, removing, updating } from '../../desired-changes.ts';

const propertyGroup = on('documented', NO_NAMES);

const spec = { objectType: 'deals', name: 'loyalty', displayName: 'Loyalty', displayOrder: 2 };
const address = 'property-group:deals/loyalty';
const named = { object_type: 'deals', group_name: 'loyalty' };

describe('the writer of property groups', () => {
  it('creates with the declared fields, and updates the group instead when it exists', () => {
    expect(propertyGroup.writer.write([creating(propertyGroup, spec)])).toEqual({
      calls: [
        {
          endpoint: 'createGroup',
          params: { object_type: 'deals' },
          body: { name: 'loyalty', displayName: 'Loyalty', displayOrder: 2 },
          covers: [address],
          writes: ['displayName', 'displayOrder'],
          expects: { [address]: { displayName: 'Loyalty', displayOrder: 2 } },
          route: 'The v2 group create supports every object type (interface 4.2).',
          onConflict: {
            endpoint: 'updateGroup',
            params: named,
            body: { displayName: 'Loyalty', displayOrder: 2 },
          },
          after: [],
        },
      ],
      blocked: [],
    });
  });

  it('updates with what changes and nothing else', () => {
    const { calls } = propertyGroup.writer.write([updating(propertyGroup, spec, ['displayName'])]);
    expect(calls.map(({ endpoint, params, body, writes }) => ({ endpoint, params, body, writes }))).toEqual([
      { endpoint: 'updateGroup', params: named, body: { displayName: 'Loyalty' }, writes: ['displayName'] },
    ]);
  });

  it('keeps the order of an existing group if the order is left to the service', () => {
    const last = { ...spec, displayOrder: -1 };
    const [call] = propertyGroup.writer.write([creating(propertyGroup, last)]).calls;
    expect(call?.body).toEqual({ name: 'loyalty', displayName: 'Loyalty', displayOrder: -1 });
    expect(call?.onConflict?.body).toEqual({ displayName: 'Loyalty' });
  });

  it('has no call that deletes', () => {
    expect(propertyGroup.writer.write([removing(propertyGroup, spec)]).blocked).toEqual([
      {
        address,
        because: 'no-endpoint',
        reason: 'The interface has no call that deletes a property group.',
        section: '4.2',
      },
    ]);
  });

  it('leaves an order out of the echo that the reply does not show', () => {
    const call = { endpoint: 'updateGroup', params: named } as const;
    expect(propertyGroup.writer.settle(call, [address], { name: 'loyalty', displayName: 'Loyalty' })).toEqual([
      { address, status: 'applied', echo: { displayName: 'Loyalty' } },
    ]);
  });
});
