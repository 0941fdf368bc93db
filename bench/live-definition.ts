/** Builds a property definition with every member of a reply, for v2 (interface 2.3) or the dated surface (11.3). */

export interface Given {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly groupName: string;
  readonly type: string;
  readonly fieldType: string;
  readonly options?: readonly { readonly value: string; readonly label: string; readonly displayOrder?: number }[];
  readonly displayOrder?: number;
}

export function liveDefinition(given: Given): object {
  const { name, label, description = '', groupName, type, fieldType, options = [], displayOrder = 0 } = given;
  return {
    ...{ name, label, description, groupName, type, fieldType, displayOrder },
    options: options.map((option) => ({ ...option, description: '', hidden: false, readOnly: false, doubleData: 0 })),
    formField: false,
    readOnlyValue: false,
    readOnlyDefinition: false,
    hidden: false,
    mutableDefinitionNotDeletable: false,
    favorited: false,
    favoritedOrder: -1,
    calculated: false,
    externalOptions: false,
    displayMode: 'current_value',
    createdUserId: 12345,
    updatedUserId: 12345,
    createdAt: 1750000000000,
    updatedAt: 1760000000000,
    serviceDefined: false,
    deleted: false,
    showCurrencySymbol: false,
    currencyPropertyName: null,
    textDisplayHint: null,
    numberDisplayHint: null,
    optionsAreMutable: type === 'enumeration',
    referencedObjectType: null,
    isCustomizedDefault: false,
    searchableInGlobalSearch: false,
    hasUniqueValue: false,
  };
}

export function datedDefinition(given: Given): object {
  const { name, label, description = '', groupName, type, fieldType, options = [], displayOrder = 0 } = given;
  return {
    ...{ name, label, description, groupName, type, fieldType, displayOrder },
    options: options.map((option) => ({ ...option, description: '', hidden: false })),
    formField: false,
    hidden: false,
    calculated: false,
    externalOptions: false,
    hasUniqueValue: false,
    dataSensitivity: 'non_sensitive',
    hubspotDefined: false,
    archived: false,
    createdUserId: '12345',
    updatedUserId: '12345',
    createdAt: '2025-06-15T15:06:40.000Z',
    updatedAt: '2025-10-09T08:53:20.000Z',
    modificationMetadata: { archivable: true, readOnlyDefinition: false, readOnlyOptions: false, readOnlyValue: false },
  };
}
