import { expect, it } from 'vitest';
import type { Fields } from '../../../../src/model/json.ts';
import { HUB, told } from '../../../engine/applying.ts';
import { declare } from '../../../engine/planning.ts';
import { closedWorlds } from '../../../engine/worlds.ts';

const { world } = closedWorlds('dated');

const OPEN = { value: 'OPEN', label: 'Open' };
const LOST = { value: 'LOST', label: 'Lost' };
const status = (more: Fields) =>
  declare('property', {
    ...{ objectType: 'contacts', groupName: 'contactinformation', name: 'hs_status', label: 'Status' },
    ...{ type: 'enumeration', fieldType: 'radio', ...more },
  });
const stored = {
  ...{ name: 'hs_status', label: 'Status', groupName: 'contactinformation', type: 'enumeration', fieldType: 'radio' },
  ...{ options: [{ ...OPEN, displayOrder: 0 }], serviceDefined: true, readOnlyDefinition: true },
};

it('changes the mutable options of a built-in property, and blocks its other fields', async () => {
  const { plan, apply, service } = await world();
  await service.admin(HUB).addProperty('contacts', { ...stored, optionsAreMutable: true });
  const options = await plan([status({ options: [OPEN, LOST] })]);
  expect(options.calls.map(({ endpoint }) => endpoint)).toEqual(['updateDatedProperty']);
  expect(told(await apply(options))).toEqual({ 'property:contacts/hs_status': 'applied' });

  const both = await plan([status({ options: [LOST, OPEN], label: 'State' })]);
  expect(both.changes).toMatchObject([
    {
      action: 'blocked',
      because: 'read-only',
      reason: 'The account does not allow changes to label: the service marks its definition as read-only.',
      section: '11.3',
    },
  ]);
});

it('blocks the options too where the service locks them', async () => {
  const { plan, service } = await world();
  await service.admin(HUB).addProperty('contacts', { ...stored, optionsAreMutable: false });
  expect((await plan([status({ options: [OPEN, LOST] })])).changes).toMatchObject([
    {
      action: 'blocked',
      because: 'read-only',
      reason: 'The account does not allow changes to options: the service marks its definition as read-only.',
    },
  ]);
});
