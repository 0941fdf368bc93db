/** A property definition as the dated surface shows it (interface 11.3): a member that has no value is left out. */

import type { z } from 'zod';
import type { DatedProperty } from '../../contract/dated-properties.ts';
import { defined } from '../../contract/defined.ts';
import type { StoredProperty } from '../model/property.ts';
import { optionReplies } from './option-replies.ts';

export function datedReply(property: StoredProperty): z.input<ReturnType<typeof DatedProperty>> {
  return {
    name: property.name,
    label: property.label,
    groupName: property.groupName,
    type: property.type,
    fieldType: property.fieldType,
    description: property.description,
    options: optionReplies(property.options),
    displayOrder: property.displayOrder,
    formField: property.formField,
    hidden: property.hidden,
    hasUniqueValue: property.hasUniqueValue,
    dataSensitivity: property.dataSensitivity,
    externalOptions: property.externalOptions,
    calculated: property.calculated,
    hubspotDefined: property.serviceDefined,
    modificationMetadata: {
      archivable: !property.mutableDefinitionNotDeletable,
      readOnlyDefinition: hasReadOnlyDefinition(property),
      readOnlyOptions: hasReadOnlyOptions(property),
      readOnlyValue: property.readOnlyValue,
    },
    createdAt: new Date(property.createdAt).toISOString(),
    updatedAt: new Date(property.updatedAt).toISOString(),
    ...defined({
      // Members of the service's own properties, but for this flag.
      archived: property.serviceDefined && property.archivedAt === null ? undefined : property.archivedAt !== null,
      archivedAt: property.archivedAt === null ? undefined : new Date(property.archivedAt).toISOString(),
      createdUserId: property.createdUserId === null ? undefined : String(property.createdUserId),
      updatedUserId: property.updatedUserId === null ? undefined : String(property.updatedUserId),
      sensitiveDataCategories:
        property.dataSensitivity === 'non_sensitive' ? undefined : [...property.sensitiveDataCategories],
      referencedObjectType: property.referencedObjectType ?? undefined,
      calculationFormula: property.calculationFormula ?? undefined,
      numberDisplayHint: property.numberDisplayHint ?? undefined,
      textDisplayHint: property.textDisplayHint ?? undefined,
      dateDisplayHint: property.dateDisplayHint ?? undefined,
      showCurrencySymbol: property.showCurrencySymbol || undefined,
      currencyPropertyName: property.currencyPropertyName ?? undefined,
    }),
  };
}

/** Filters of a read. */
export type Asked = { readonly archived: boolean } & Pick<StoredProperty, 'dataSensitivity'>;

export function isAsked({ archivedAt, dataSensitivity }: StoredProperty, asked: Asked): boolean {
  return (archivedAt !== null) === asked.archived && dataSensitivity === asked.dataSensitivity;
}

/** A calculation that this surface made can be changed with its formula; any other is the service's own. */
export function hasReadOnlyDefinition({ readOnlyDefinition, calculated, calculationFormula }: StoredProperty): boolean {
  return readOnlyDefinition || (calculated && calculationFormula === null);
}

export function hasReadOnlyOptions(property: StoredProperty): boolean {
  return !(property.optionsAreMutable ?? !hasReadOnlyDefinition(property));
}
