/** Event definitions of a seed, with their existing properties and the members of new ones. */

import { EVENT_FIELD_TYPES } from '../model/event-members.ts';
import { storedOptions } from '../model/property.ts';
import { findEventDetails, saveEventDetails } from '../store/event-details.ts';
import { insertEventDefinition, insertEventProperty, keepEventMembers } from '../store/event-properties.ts';
import type { Db } from '../store/tables.ts';
import { ownerOf } from './people.ts';
import type { SeedAccount } from './seed.ts';

/** What the definition has already is left as it is. */
export async function plantEventDefinition(
  db: Db,
  hubId: number,
  { name, label, properties, newProperties }: SeedAccount['eventDefinitions'][number],
  now: number,
): Promise<void> {
  await insertEventDefinition(db, { hub_id: hubId, name, label: label ?? name });
  if ((await findEventDetails(db, hubId, name)) === undefined) {
    const created = { createdAt: now, createdUserId: ownerOf(hubId), updatedAt: now };
    await saveEventDetails(db, hubId, name, { description: '', primaryObject: 'CONTACT', ...created });
  }
  if (newProperties !== undefined) await keepEventMembers(db, hubId, name, newProperties);
  for (const given of properties) {
    const { name: property, label: shown, type, description = '', options = [], ...members } = given;
    await insertEventProperty(db, hubId, name, {
      name: property,
      label: shown,
      type,
      fieldType: members.fieldType ?? EVENT_FIELD_TYPES[type],
      description,
      options: storedOptions(options),
      createdAt: members.createdAt === undefined ? now : Date.parse(members.createdAt),
      createdUserId: ownerOf(hubId),
      members,
    });
  }
}
