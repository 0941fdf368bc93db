/** An event-definition property as replies show it (interface 2.9). Unset members are left out (assumption A72). */

import type { StoredEventProperty } from '../store/event-properties.ts';
import { optionReplies } from './option-replies.ts';

export function eventPropertyReply(property: StoredEventProperty, eventName: string) {
  const at = new Date(property.createdAt).toISOString();
  const by = String(property.createdUserId);
  return {
    name: property.name,
    label: property.label,
    type: property.type,
    fieldType: property.fieldType,
    groupName: `${eventName}_information`,
    description: property.description,
    options: optionReplies(property.options),
    archived: false,
    calculated: false,
    createdAt: at,
    createdUserId: by,
    dataSensitivity: 'non_sensitive',
    displayOrder: -1,
    externalOptions: false,
    formField: false,
    hasUniqueValue: false,
    hidden: false,
    serviceDefined: false,
    showCurrencySymbol: false,
    updatedAt: property.updatedAt === undefined ? at : new Date(property.updatedAt).toISOString(),
    updatedUserId: property.updatedUserId === undefined ? by : String(property.updatedUserId),
    ...property.members,
  };
}
