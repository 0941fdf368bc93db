/** The seed: accounts and apps that a service starts with, beside the development account. */

import { z } from 'zod';
import { EVENT_PROPERTY_TYPES } from '../../contract/allowed-values.ts';
import { EVENT_LABEL_LENGTH, HELD_NAME } from '../../contract/names.ts';
import { OBJECT_TYPE_ID } from '../../contract/object-types.ts';
import { parseWith } from '../../contract/parse-with.ts';
import { OptionInput } from '../../contract/shapes.ts';
import { UsageError } from '../../errors.ts';
import { eventMembers } from '../model/event-members.ts';
import { unstorable } from '../model/plain-text.ts';
import { seedMembers } from '../model/property-members.ts';

const text = z.string().refine((value) => unstorable(value) === undefined, 'a text without NUL characters is expected');
const filled = text.min(1);

const heldName = z
  .string()
  .regex(HELD_NAME, 'a name has up to 255 characters, without blanks at its ends')
  .describe('A name that a create refuses too, such as one with capitals: it is there, and can be updated.');

const objectType = filled.describe(
  'Object type in any spelling: `contacts`, `0-1`, `calls`, `2-7`, or the name of a type of the account.',
);

const SeedOption = OptionInput.extend({
  readOnly: z.boolean().optional(),
  doubleData: z.number().optional(),
});

const SeedGroup = z.strictObject({
  objectType,
  name: heldName,
  displayName: text,
  displayOrder: z.int().optional().describe('Behind the others when left out.'),
});

const SeedProperty = z.strictObject({
  objectType,
  name: heldName,
  label: text,
  groupName: filled.describe("A group of the seed, of the account, or one of the object type's own."),
  type: filled.describe('Such as `string`, `number`, `bool`, `datetime`, `enumeration`; others are kept as they are.'),
  fieldType: filled.describe('Such as `text`, `textarea`, `select`, `number`; others are kept as they are.'),
  description: text.optional(),
  options: z.array(SeedOption).optional(),
  displayOrder: z.int().optional().describe('-1 when left out.'),
  formField: z.boolean().optional(),
  hidden: z.boolean().optional(),
  readOnlyDefinition: z.boolean().optional().describe('Updates of the definition are refused.'),
  calculated: z.boolean().optional().describe('Updates of the definition are refused.'),
  serviceDefined: z.boolean().optional().describe('The property is one of the service, not of an app or a person.'),
  ...seedMembers(text),
});

const SeedEventProperty = z.strictObject({
  name: heldName,
  label: filled.max(EVENT_LABEL_LENGTH),
  type: z.enum(EVENT_PROPERTY_TYPES),
  description: text.optional(),
  options: z.array(SeedOption).optional().describe('Of an enumeration only.'),
  ...eventMembers(text),
});
export type SeedEventProperty = z.output<typeof SeedEventProperty>;

const SeedAccount = z.strictObject({
  hubId: z.int().min(1).describe('Account id; 1001 adds to the development account.'),
  domain: filled.optional().describe('`account-<hubId>.example` when left out.'),
  objectTypes: z
    .array(
      z.strictObject({
        id: z.string().regex(OBJECT_TYPE_ID, 'the id of an object type reads <number>-<number>, such as 2-7'),
        name: heldName,
      }),
    )
    .default([])
    .describe('Object types beside those that every account has.'),
  eventDefinitions: z
    .array(
      z.strictObject({
        name: heldName,
        label: text.optional().describe('The name when left out.'),
        properties: z.array(SeedEventProperty).default([]).describe('Properties that the definition has already.'),
        newProperties: z
          .strictObject(eventMembers(text))
          .optional()
          .describe('What replies show of each property that is created, beside what its request says.'),
      }),
    )
    .default([])
    .describe('Custom events.'),
  groups: z.array(SeedGroup).default([]).describe('Property groups.'),
  properties: z.array(SeedProperty).default([]).describe('Properties.'),
});

const SeedApp = z.strictObject({
  appId: z.int().min(1).describe('App id; no two apps share one, or a client id.'),
  clientId: filled,
  clientSecret: filled.describe('In plain text: a seed is for trying and testing.'),
  redirectUris: z
    .array(text.refine((address) => URL.canParse(address), 'an absolute address is expected'))
    .optional()
    .describe('Loopback addresses of any port when left out.'),
  scopes: z.array(filled).optional().describe('What the app may ask for; every known scope when left out.'),
  eventTemplates: z
    .array(z.strictObject({ id: filled, objectType }))
    .optional()
    .describe('Templates of timeline events.'),
});

export const SeedSchema = z.strictObject({
  accounts: z.array(SeedAccount).default([]),
  apps: z.array(SeedApp).default([]),
});

/** What a seed file says; what it names twice, or what the store has already, is left as it is. */
export type Seed = z.input<typeof SeedSchema>;
export type ParsedSeed = z.output<typeof SeedSchema>;
export type SeedAccount = z.output<typeof SeedAccount>;
export type SeedApp = z.output<typeof SeedApp>;

/** Something in a seed that the service cannot hold. */
export interface SeedIssue {
  readonly path: readonly (string | number)[];
  /** A sentence without its subject, which is the path. */
  readonly message: string;
}

/** The seed is invalid; nothing of it was added. */
export class SeedError extends UsageError {
  readonly issues: readonly SeedIssue[];
  constructor(issues: readonly SeedIssue[]) {
    const told = issues.map(({ path, message }) => `${path.length === 0 ? 'the seed' : path.join('.')}: ${message}`);
    super('seed-invalid', `The seed is invalid: ${told.join('; ')}.`);
    this.issues = issues;
  }
}

/** Throws SeedError that names every member that is wrong. */
export function parsedSeed(seed: Seed): ParsedSeed {
  const parsed = parseWith(SeedSchema, seed);
  if (parsed.success) return parsed.data;
  throw new SeedError(
    parsed.issues.map(({ path, message }) => ({
      path: path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
      message,
    })),
  );
}
