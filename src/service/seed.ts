/** The seed file: accounts and apps that a service starts with, beside the development account. */

import { z } from 'zod';
import { EVENT_NAME, INTERNAL_NAME } from '../contract/names.ts';
import { OBJECT_NAME } from '../contract/object-types.ts';
import { OptionInput } from '../contract/shapes.ts';

const SeedGroup = z.strictObject({
  objectType: z.string(),
  name: z.string().regex(INTERNAL_NAME),
  displayName: z.string(),
  displayOrder: z.int().optional(),
});

const SeedProperty = z.strictObject({
  objectType: z.string(),
  name: z.string().regex(INTERNAL_NAME),
  label: z.string(),
  groupName: z.string(),
  type: z.string(),
  fieldType: z.string(),
  description: z.string().optional(),
  options: z.array(OptionInput).optional(),
  displayOrder: z.int().optional(),
  formField: z.boolean().optional(),
  hidden: z.boolean().optional(),
  readOnlyDefinition: z.boolean().optional(),
  calculated: z.boolean().optional(),
  serviceDefined: z.boolean().optional(),
});

const SeedAccount = z.strictObject({
  hubId: z.int().min(1).describe('Account id; 1001 adds to the development account.'),
  domain: z.string().optional(),
  objectTypes: z
    .array(
      z.strictObject({
        id: z.string().regex(/^2-\d+$/),
        name: z.string().regex(OBJECT_NAME),
      }),
    )
    .default([])
    .describe('Custom object types.'),
  eventDefinitions: z
    .array(z.strictObject({ name: z.string().regex(EVENT_NAME), label: z.string().optional() }))
    .default([]),
  groups: z.array(SeedGroup).default([]),
  properties: z.array(SeedProperty).default([]),
});

const SeedApp = z.strictObject({
  appId: z.int().min(1),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  redirectUris: z.array(z.string()).optional(),
  scopes: z.array(z.string()).optional(),
  eventTemplates: z.array(z.strictObject({ id: z.string().min(1), objectType: z.string() })).optional(),
});

export const SeedSchema = z.strictObject({
  accounts: z.array(SeedAccount).default([]),
  apps: z.array(SeedApp).default([]),
});

/** What a seed file says; what it names twice, or what the store has already, is left as it is. */
export type Seed = z.input<typeof SeedSchema>;
export type SeedAccount = z.output<typeof SeedAccount>;
export type SeedApp = z.output<typeof SeedApp>;
