/** Defines two small projects of all five kinds: the first is created, the second changes it. */

import type { Surface } from '../../src/contract/surfaces.ts';
import { RISK_NAMES } from '../../src/model/risk.ts';
import type { Schema } from './schema.ts';
import { aWorld, converge, type World } from './world.ts';

export const ALL_KINDS: Schema = {
  groups: [{ objectType: 'companies', name: 'contract', displayName: 'Contract', displayOrder: 4 }],
  properties: [
    {
      objectType: 'companies',
      groupName: 'contract',
      name: 'contractstart',
      label: 'Contract start',
      type: 'date',
      fieldType: 'date',
    },
    {
      objectType: 'contacts',
      groupName: 'contactinformation',
      name: 'tier',
      label: 'Tier',
      type: 'enumeration',
      fieldType: 'select',
      options: [
        { value: 'gold', label: 'Gold' },
        { value: 'silver', label: 'Silver' },
      ],
    },
  ],
  subscriptions: [{ eventType: 'contact.propertyChange', propertyName: 'tier', active: true }],
  eventProperties: [{ eventName: 'order_placed', name: 'total', label: 'Total', type: 'number' }],
  limits: [
    { from: 'contacts', to: 'companies', category: 'SERVICE_DEFINED', typeId: 279, maxToObjectIds: 5 },
    { from: 'contacts', to: 'companies', category: 'WORK', typeId: 31, maxToObjectIds: 2 },
  ],
};

/** Retypes a property with a follow-up call. Removes an option, adds an option, purges a limit and raises a limit. */
export const ALL_KINDS_LATER: Schema = {
  groups: [{ objectType: 'companies', name: 'contract', displayName: 'Contracts', displayOrder: 4 }],
  properties: [
    {
      objectType: 'companies',
      groupName: 'contract',
      name: 'contractstart',
      label: 'Contract start',
      type: 'datetime',
      fieldType: 'date',
      formField: true,
    },
    {
      objectType: 'contacts',
      groupName: 'contactinformation',
      name: 'tier',
      label: 'Loyalty tier',
      type: 'enumeration',
      fieldType: 'select',
      options: [
        { value: 'platinum', label: 'Platinum' },
        { value: 'gold', label: 'Gold' },
      ],
    },
  ],
  subscriptions: [{ eventType: 'contact.propertyChange', propertyName: 'tier', active: true }],
  eventProperties: [{ eventName: 'order_placed', name: 'total', label: 'Total', type: 'number' }],
  limits: [{ from: 'contacts', to: 'companies', category: 'SERVICE_DEFINED', typeId: 279, maxToObjectIds: 8 }],
};

/** Nothing of it is there. */
export const created = (surface: Surface): Promise<World> => aWorld(surface);

/** The first of them was applied. */
export const updated = async (surface: Surface): Promise<World> => {
  const world = await aWorld(surface);
  await converge(world.reconciler(ALL_KINDS), RISK_NAMES);
  return world;
};
