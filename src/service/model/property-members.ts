/** Members of a property definition that replies show and no call of the interface sets (interface 2.3): a seed or a person gives them. */

import { z } from 'zod';

/** What a property has that nobody gave them to. */
export const UNSET_MEMBERS: PropertyMembers = {
  favorited: false,
  favoritedOrder: -1,
  externalOptions: false,
  displayMode: 'current_value',
  showCurrencySymbol: false,
  currencyPropertyName: null,
  textDisplayHint: null,
  numberDisplayHint: null,
  optionsAreMutable: null,
  referencedObjectType: null,
  searchableInGlobalSearch: false,
  hasUniqueValue: false,
};

export interface PropertyMembers {
  readonly favorited: boolean;
  readonly favoritedOrder: number;
  readonly externalOptions: boolean;
  readonly displayMode: string;
  readonly showCurrencySymbol: boolean;
  readonly currencyPropertyName: string | null;
  readonly textDisplayHint: string | null;
  readonly numberDisplayHint: string | null;
  /** Null: whatever the type and readOnlyDefinition say. */
  readonly optionsAreMutable: boolean | null;
  readonly referencedObjectType: string | null;
  readonly searchableInGlobalSearch: boolean;
  readonly hasUniqueValue: boolean;
}

/** As a seed gives them. `text` is a text that the store can keep. */
export function seedMembers(text: z.ZodString) {
  return {
    favorited: z.boolean().optional(),
    favoritedOrder: z.int().optional(),
    externalOptions: z.boolean().optional(),
    displayMode: text.optional(),
    showCurrencySymbol: z.boolean().optional(),
    currencyPropertyName: text.optional(),
    textDisplayHint: text.optional(),
    numberDisplayHint: text.optional(),
    optionsAreMutable: z.boolean().optional(),
    referencedObjectType: text.optional(),
    searchableInGlobalSearch: z.boolean().optional(),
    hasUniqueValue: z.boolean().optional(),
    readOnlyValue: z.boolean().optional(),
    mutableDefinitionNotDeletable: z.boolean().optional().describe('Defaults to the value of serviceDefined.'),
    isCustomizedDefault: z.boolean().optional(),
    deleted: z.boolean().optional().describe('Not in any list; creating a property with this name restores it.'),
    createdAt: z.int().optional().describe('Milliseconds since 1970. Defaults to when the service started.'),
    updatedAt: z.int().optional().describe('Defaults to createdAt.'),
    createdUserId: z.int().optional(),
    updatedUserId: z.int().optional(),
  };
}
