/** The seed: accounts, apps and tokens of private apps that a service starts with, in addition to the development account. */

import { z } from 'zod';
import { ACCOUNT_TYPES } from '../../contract/account-info.ts';
import { EVENT_PROPERTY_TYPES } from '../../contract/allowed-values.ts';
import { DATA_SENSITIVITIES, DATE_DISPLAY_HINTS } from '../../contract/event-definitions.ts';
import { EVENT_LABEL_LENGTH, HELD_NAME, HELD_NAME_EXPECTED } from '../../contract/names.ts';
import { parseWith } from '../../contract/parse-with.ts';
import { OptionInput } from '../../contract/shapes.ts';
import { UsageError } from '../../errors.ts';
import { eventMembers } from '../model/event-members.ts';
import { unstorable } from '../model/plain-text.ts';
import { isRedirectAddress } from '../oauth/checks.ts';
import { pipelineSeeds } from './pipeline-seed.ts';
import { typeSeeds } from './type-seed.ts';

const text = z.string().refine((value) => unstorable(value) === undefined, 'expected a string without NUL characters');
const filled = text.min(1);

const heldName = z
  .string()
  .regex(HELD_NAME, HELD_NAME_EXPECTED)
  .describe(
    'May also be a name that a create refuses, such as a name with capitals. Such a definition exists and can be updated.',
  );

const objectType = filled.describe(
  'Object type in any spelling: `contacts`, `0-1`, `calls`, `2-7`, or the name of a custom type of the account.',
);

const SeedOption = OptionInput().extend({
  readOnly: z.boolean().optional(),
  doubleData: z.number().optional(),
});

const SeedGroup = z.strictObject({
  objectType,
  name: heldName,
  displayName: text,
  displayOrder: z.int().optional().describe('Last by default.'),
});

const SeedRule = z.strictObject({
  ruleType: filled,
  ruleArguments: z.array(text),
  shouldApplyNormalization: z.boolean().optional(),
});

const SeedProperty = z.strictObject({
  objectType,
  name: heldName,
  label: text,
  groupName: filled.describe('A group from the seed, from the account, or built into the object type.'),
  type: filled.describe(
    'Such as `string`, `number`, `bool`, `datetime`, `enumeration`; other values are stored as given.',
  ),
  fieldType: filled.describe('Such as `text`, `textarea`, `select`, `number`; other values are stored as given.'),
  description: text.optional(),
  options: z.array(SeedOption).optional(),
  displayOrder: z.int().optional().describe('Defaults to -1.'),
  formField: z.boolean().optional(),
  hidden: z.boolean().optional(),
  readOnlyDefinition: z.boolean().optional().describe('Updates to the definition are refused.'),
  calculated: z.boolean().optional().describe('Updates to the definition are refused.'),
  serviceDefined: z.boolean().optional().describe('The property is defined by the service, not by an app or a user.'),
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
  validation: z
    .array(SeedRule)
    .refine(
      (rules) => new Set(rules.map(({ ruleType }) => ruleType)).size === rules.length,
      'expected each rule type once',
    )
    .optional()
    .describe('Validation rules. They are stored as given, those that a call refuses too.'),
  readOnlyValue: z.boolean().optional(),
  mutableDefinitionNotDeletable: z.boolean().optional().describe('Defaults to the value of serviceDefined.'),
  isCustomizedDefault: z.boolean().optional(),
  deleted: z.boolean().optional().describe('Not in any list; creating a property with this name restores it.'),
  createdAt: z.int().optional().describe('Milliseconds since 1970. Defaults to when the service started.'),
  updatedAt: z.int().optional().describe('Defaults to createdAt.'),
  createdUserId: z.int().optional(),
  updatedUserId: z.int().optional(),
});

const SeedEventProperty = z.strictObject({
  name: heldName,
  label: filled.max(EVENT_LABEL_LENGTH),
  type: z.enum(EVENT_PROPERTY_TYPES),
  description: text.optional(),
  options: z.array(SeedOption).optional().describe('For enumerations only.'),
  ...eventMembers(text),
});

const SeedLabel = z.strictObject({
  from: objectType,
  to: objectType,
  name: filled,
  label: filled,
  inverseLabel: filled.optional().describe('Of the other direction. Without it, both directions have the label.'),
});

const SeedAccount = z.strictObject({
  hubId: z.int().min(1).describe('Account id; 1001 adds to the development account.'),
  domain: filled.optional().describe('Defaults to `account-<hubId>.example`.'),
  accountType: z.enum(ACCOUNT_TYPES).optional().describe('Defaults to `STANDARD`.'),
  sensitiveData: z
    .boolean()
    .default(false)
    .describe('Whether the account can have properties for sensitive data. Defaults to false.'),
  privateAppTokens: z
    .array(
      z.strictObject({
        token: z
          .string()
          .regex(
            /^pat-[a-z0-9]+-[0-9a-z-]{8,}$/,
            'a token of a private app reads pat-<region>-<text> with at least 8 characters of text, such as pat-na1-read-only',
          ),
        scopes: z.array(filled).optional().describe('Defaults to every known scope.'),
      }),
    )
    .default([])
    .describe('Tokens of private apps and service keys of the account; they do not expire.'),
  ...typeSeeds({ filled, heldName }),
  eventDefinitions: z
    .array(
      z.strictObject({
        name: heldName,
        label: text.optional().describe('Defaults to the name.'),
        properties: z.array(SeedEventProperty).default([]).describe('Properties that the definition already has.'),
        newProperties: z
          .strictObject(eventMembers(text))
          .optional()
          .describe('Members that replies show for each created property, in addition to those in the request.'),
      }),
    )
    .default([])
    .describe('Custom events.'),
  associationLabels: z
    .array(SeedLabel)
    .default([])
    .describe(
      'Labels of associations. Their type ids are numbered from 1 in the order of the list, directions included. The first label of a pair with a custom type also makes its unlabelled association.',
    ),
  groups: z.array(SeedGroup).default([]).describe('Property groups.'),
  properties: z.array(SeedProperty).default([]).describe('Properties.'),
  ...pipelineSeeds({ filled, objectType }),
});

const SeedApp = z.strictObject({
  appId: z.int().min(1).describe('App id. App ids and client ids are unique.'),
  clientId: filled,
  clientSecret: filled.describe('In plain text: seeds are for trials and tests.'),
  redirectUris: z
    .array(text.refine(isRedirectAddress, 'expected https, or http with the host localhost'))
    .optional()
    .describe('Defaults to `http://localhost`, which matches every port and path.'),
  developerKey: z
    .string()
    .regex(/^[\x21-\x7e]{8,}$/, 'expected at least 8 printable characters without spaces')
    .optional()
    .describe('Developer API key of the account that owns the app, for webhook subscriptions. In plain text.'),
  scopes: z.array(filled).optional().describe('Scopes that the app may request. Defaults to every known scope.'),
  eventTemplates: z
    .array(z.strictObject({ id: filled, objectType }))
    .optional()
    .describe('Timeline event templates.'),
});

export const SeedSchema = z.strictObject({
  accounts: z.array(SeedAccount).default([]),
  apps: z.array(SeedApp).default([]),
});

/** Contents of a seed file. Repeated entries, and entries that the store has already, change nothing. */
export type Seed = z.input<typeof SeedSchema>;
export type SeedAccount = z.output<typeof SeedAccount>;

/** Something in a seed that the service cannot hold. */
export interface SeedIssue {
  readonly path: readonly (string | number)[];
  /** A sentence without its subject, which is the path. */
  readonly message: string;
}

/** Returns the steps of a dotted path, such as that of a refused member. Places in lists are numbers. */
export function splitPath(path: string): SeedIssue['path'] {
  return path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** The seed is invalid; nothing of it was added. */
export class SeedError extends UsageError {
  readonly issues: readonly SeedIssue[];
  constructor(issues: readonly SeedIssue[]) {
    const messages = issues.map(
      ({ path, message }) => `${path.length === 0 ? 'the seed' : path.join('.')}: ${message}`,
    );
    super('seed-invalid', `The seed is invalid: ${messages.join('; ')}.`);
    this.issues = issues;
  }
}

/** Throws SeedError that names every member that is wrong. */
export function parsedSeed(seed: Seed): z.output<typeof SeedSchema> {
  const parsed = parseWith(SeedSchema, seed);
  if (parsed.success) return parsed.data;
  throw new SeedError(
    parsed.issues.map(({ path, message }) => ({
      path: path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
      message,
    })),
  );
}
