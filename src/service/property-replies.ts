/** A property definition in the reply shape of each variant (spec 2.3). */

import type { z } from 'zod';
import type { V1CompanyProperty, V1ContactProperty, V1DealProperty, V2Property } from '../contract/properties.ts';
import type { StoredProperty } from './property.ts';

/** v1 company replies omit serviceDefined, deleted, createdAt and updatedAt. */
export function companyReply(property: StoredProperty): z.input<typeof V1CompanyProperty> {
  return { ...shared(property), type: property.type, fieldType: property.fieldType };
}

/** v1 deal replies omit fieldType; type is described as an enum in them, so it is there. */
export function dealReply(property: StoredProperty): z.input<typeof V1DealProperty> {
  return { ...shared(property), ...timestamps(property), type: property.type, serviceDefined: property.serviceDefined };
}

/** v1 contact replies omit type and fieldType and have deleted. */
export function contactReply(property: StoredProperty): z.input<typeof V1ContactProperty> {
  return {
    ...shared(property),
    ...timestamps(property),
    serviceDefined: property.serviceDefined,
    deleted: property.archivedAt !== null,
  };
}

export function v2Reply(property: StoredProperty): z.input<typeof V2Property> {
  return {
    ...shared(property),
    ...timestamps(property),
    type: property.type,
    fieldType: property.fieldType,
    serviceDefined: property.serviceDefined,
    deleted: property.archivedAt !== null,
    showCurrencySymbol: false,
    currencyPropertyName: null,
    textDisplayHint: null,
    numberDisplayHint: null,
    optionsAreMutable: property.type === 'enumeration' && !property.readOnlyDefinition,
    referencedObjectType: null,
    isCustomizedDefault: property.isCustomizedDefault,
    searchableInGlobalSearch: false,
    hasUniqueValue: false,
  };
}

function shared(property: StoredProperty) {
  return {
    name: property.name,
    label: property.label,
    description: property.description,
    groupName: property.groupName,
    options: property.options.map((option) => ({ ...option })),
    displayOrder: property.displayOrder,
    formField: property.formField,
    readOnlyValue: property.readOnlyValue,
    readOnlyDefinition: property.readOnlyDefinition,
    hidden: property.hidden,
    mutableDefinitionNotDeletable: property.mutableDefinitionNotDeletable,
    favorited: false,
    favoritedOrder: -1,
    calculated: property.calculated,
    externalOptions: false,
    displayMode: 'current_value',
    createdUserId: property.createdUserId,
    updatedUserId: property.updatedUserId,
  };
}

function timestamps(property: StoredProperty) {
  return { createdAt: property.createdAt, updatedAt: property.updatedAt };
}
