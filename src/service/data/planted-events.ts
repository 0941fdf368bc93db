/** Event definitions of a seed, with their existing properties and the members of new ones. */

import { EVENT_FIELD_TYPES } from '../model/event-members.ts';
import { storedOptions } from '../model/property.ts';
import { addEventDefinition, insertEventProperty } from '../store/event-properties.ts';
import { findRow } from '../store/rows.ts';
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
  if ((await findRow(db, 'event_definitions', { hub_id: hubId, name })) === undefined) {
    await addEventDefinition(db, {
      hub_id: hubId,
      name,
      label: label ?? name,
      description: '',
      primary_object: 'CONTACT',
      created_at: now,
      created_user_id: ownerOf(hubId),
      updated_at: now,
      new_members: newProperties === undefined ? null : JSON.stringify(newProperties),
    });
  }
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
