import { describe, expect, it } from 'vitest';
import { propertyGroup as on } from '../../../../src/kinds/property-group/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { declare } from '../../../engine/planning.ts';
import { closedWorlds } from '../../../engine/worlds.ts';
import { creating, removing, updating } from '../../desired-changes.ts';

const { world } = closedWorlds('dated');
const propertyGroup = on('dated', NO_NAMES);
const spec = { objectType: 'deals', name: 'loyalty', displayName: 'Loyalty', displayOrder: 2 };
const address = 'property-group:deals/loyalty';
const named = { object_type: '0-3', group_name: 'loyalty' };

describe('the writer of groups on the dated surface', () => {
  it('creates a group with label and order, and has no fallback for an existing group', () => {
    expect(propertyGroup.writer.write([creating(propertyGroup, spec)])).toEqual({
      calls: [
        {
          endpoint: 'createDatedGroup',
          params: { object_type: '0-3' },
          body: { name: 'loyalty', label: 'Loyalty', displayOrder: 2 },
          covers: [address],
          writes: ['displayName', 'displayOrder'],
          expects: { [address]: { displayName: 'Loyalty', displayOrder: 2 } },
          route: 'The create makes a group with its label and order (interface 11.2).',
          after: [],
        },
      ],
      blocked: [],
    });
  });

  it('updates with what changes, and archives', () => {
    const { calls } = propertyGroup.writer.write([
      updating(propertyGroup, spec, ['displayName']),
      removing(propertyGroup, { ...spec, name: 'other' }),
    ]);
    expect(calls.map(({ endpoint, params, body, expects }) => ({ endpoint, params, body, expects }))).toEqual([
      {
        endpoint: 'updateDatedGroup',
        params: named,
        body: { label: 'Loyalty' },
        expects: { [address]: { displayName: 'Loyalty', displayOrder: 2 } },
      },
      {
        endpoint: 'archiveDatedGroup',
        params: { ...named, group_name: 'other' },
        body: undefined,
        expects: { 'property-group:deals/other': null },
      },
    ]);
  });

  it('updates an existing group with an unusual name, and blocks its create', async () => {
    const { plan, service } = await world();
    await service.admin(1001).addGroup('contacts', { name: 'Cars_information', displayName: 'Cars' });
    const group = (name: string) =>
      declare('property-group', { objectType: 'contacts', name, displayName: 'Vehicles' });
    const { changes, calls } = await plan([group('Cars_information'), group('Bikes_information')]);
    expect(calls.map(({ endpoint, covers }) => [endpoint, covers])).toEqual([
      ['updateDatedGroup', ['property-group:contacts/Cars_information']],
    ]);
    expect(changes.filter(({ action }) => action === 'blocked')).toMatchObject([
      {
        address: 'property-group:contacts/Bikes_information',
        reason: 'It is missing in the account and cannot be created as it is declared.',
        section: '11.2',
      },
    ]);
  });
});
