/** A property definition in the reply shape of each variant (interface 2.3). */

import type { z } from 'zod';
import type { V1CompanyProperty, V1ContactProperty, V1DealProperty, V2Property } from '../../contract/properties.ts';
import type { StoredProperty } from '../model/property.ts';

/** v1 company replies omit serviceDefined, deleted, createdAt and updatedAt. */
export function companyReply(property: StoredProperty): z.input<ReturnType<typeof V1CompanyProperty>> {
  return { ...shared(property), type: property.type, fieldType: property.fieldType };
}

/** v1 deal replies omit fieldType; type is described as an enum in them, so it is there. */
export function dealReply(property: StoredProperty): z.input<ReturnType<typeof V1DealProperty>> {
  return { ...shared(property), ...timestamps(property), type: property.type, serviceDefined: property.serviceDefined };
}

/** v1 contact replies omit type and fieldType and have deleted. */
export function contactReply(property: StoredProperty): z.input<ReturnType<typeof V1ContactProperty>> {
  return {
    ...shared(property),
    ...timestamps(property),
    serviceDefined: property.serviceDefined,
    deleted: property.archivedAt !== null,
  };
}

export function v2Reply(property: StoredProperty): z.input<ReturnType<typeof V2Property>> {
  return {
    ...shared(property),
    ...timestamps(property),
    type: property.type,
    fieldType: property.fieldType,
    serviceDefined: property.serviceDefined,
    deleted: property.archivedAt !== null,
    showCurrencySymbol: property.showCurrencySymbol,
    currencyPropertyName: property.currencyPropertyName,
    textDisplayHint: property.textDisplayHint,
    numberDisplayHint: property.numberDisplayHint,
    optionsAreMutable: property.optionsAreMutable ?? (property.type === 'enumeration' && !property.readOnlyDefinition),
    referencedObjectType: property.referencedObjectType,
    isCustomizedDefault: property.isCustomizedDefault,
    searchableInGlobalSearch: property.searchableInGlobalSearch,
    hasUniqueValue: property.hasUniqueValue,
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
    favorited: property.favorited,
    favoritedOrder: property.favoritedOrder,
    calculated: property.calculated,
    externalOptions: property.externalOptions,
    displayMode: property.displayMode,
    createdUserId: property.createdUserId,
    updatedUserId: property.updatedUserId,
  };
}

function timestamps(property: StoredProperty) {
  return { createdAt: property.createdAt, updatedAt: property.updatedAt };
}
