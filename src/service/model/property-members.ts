/** Members of a property definition that replies show and no call of the documented surface sets (interface 2.3): a seed, a person or the dated surface gives them. */

import { z } from 'zod';
import { DATA_SENSITIVITIES, DATE_DISPLAY_HINTS } from '../../contract/event-definitions.ts';

/** Values of members that are unset (assumption A72). */
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
  dataSensitivity: 'non_sensitive',
  sensitiveDataCategories: [],
  calculationFormula: null,
  dateDisplayHint: null,
  usedIn: [],
};

/** Something that holds a property in use, in the words of the refusal: `{ parentType: 'WORKFLOW', parentName: 'Welcome' }`. */
export interface PropertyUse {
  readonly parentType: string;
  readonly parentName: string;
}

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
  readonly dataSensitivity: (typeof DATA_SENSITIVITIES)[number];
  readonly sensitiveDataCategories: readonly string[];
  readonly calculationFormula: string | null;
  readonly dateDisplayHint: string | null;
  /** What uses it beside the formulas of other properties. */
  readonly usedIn: readonly PropertyUse[];
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
    dataSensitivity: z.enum(DATA_SENSITIVITIES).optional().describe('Defaults to `non_sensitive`.'),
    sensitiveDataCategories: z.array(text).optional(),
    calculationFormula: text.optional().describe('The property is then calculated.'),
    dateDisplayHint: z.enum(DATE_DISPLAY_HINTS).optional(),
    usedIn: z
      .array(z.strictObject({ parentType: text, parentName: text }))
      .optional()
      .describe('What uses the property, so that it cannot be archived.'),
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
