/** The schema of a complete document, composed from the levels of the kinds and trueup's own sections. */

import { z } from 'zod';
import { defined } from '../../contract/defined.ts';
import { DEFAULT_SURFACE, SURFACES } from '../../contract/surfaces.ts';
import { houseRules } from '../../engine/rules/index.ts';
import { COUNTED, type Counted } from '../../model/fleet.ts';
import type { Kind } from '../../model/kind.ts';
import { remembered } from '../../model/remembered.ts';
import { accountsSchema, appsSchema, DEFAULT_BASE_URL, SURFACE_MEANINGS, Versions } from './account.ts';
import { type Branch, type Branches, branchesOf } from './branches.ts';
import { overridesSchema } from './overrides.ts';
import { policySchema } from './policy.ts';

/** Strict: an unknown key is an issue. Several files may contain the same section. */
export const documentSchema = remembered((kinds: readonly Kind[]) => {
  return buildSchema(kinds, overridesSchema(branchesOf(kinds)));
});

/** The schema of documents without overrides. It is created faster. */
export const plainSchema = remembered((kinds: readonly Kind[]) => buildSchema(kinds, z.never()));

function buildSchema(kinds: readonly Kind[], overrides: z.ZodType): z.ZodType {
  const branches = branchesOf(kinds);
  const policy = policySchema(houseRules(kinds));
  return z.strictObject({
    version: z
      .literal(1, 'expected version 1')
      .register(z.globalRegistry, { description: 'Version of this format.' })
      .optional(),
    include: z
      .array(z.string())
      .register(z.globalRegistry, {
        description: 'More files, as paths or patterns relative to this file.',
        examples: [['schema/*.yaml']],
      })
      .optional(),
    accounts: accountsSchema(policy, overrides).optional(),
    apps: appsSchema().optional(),
    fleet: fleetSchema().describe('Settings of all accounts of a fleet.').optional(),
    ...sections(branches),
    moved: z
      .union([Move, z.array(Move)])
      .register(z.globalRegistry, {
        description: 'Addresses that changed in the files and mean the same resource.',
      })
      .optional(),
    policy: policy.describe('What a run may do without asking again, and the house rules.').optional(),
  });
}

const Move = z.strictObject({
  from: z.string().register(z.globalRegistry, {
    description: 'The address that the ledger has.',
    examples: ['property:memberships/level'],
  }),
  to: z.string().register(z.globalRegistry, {
    description: 'The address that the files declare now.',
    examples: ['property:2-3451/level'],
  }),
});

function sections(branches: Branches): Record<string, z.ZodType> {
  return Object.fromEntries([...branches].map(([key, branch]) => [key, section(branch).optional()]));
}

function section({ level, fields, below, title }: Branch): z.ZodType {
  const entry = z.strictObject({ ...fields, ...sections(below) });
  const schema = level.each === 'item' ? z.array(entry) : z.record(level.capture?.schema ?? z.string(), entry);
  return schema.meta({ description: level.about, ...defined({ title }) });
}

const COUNTED_MEANINGS: Readonly<Record<Counted, string>> = {
  create: 'Something is created.',
  update: 'Something is updated.',
  remove: 'Something is removed.',
  forget: 'A record is dropped.',
  blocked: 'A change is blocked.',
  destructive: 'Values or options are lost.',
  irreversible: 'No call undoes the change.',
  'option-removal': 'Options are removed from a list.',
  'limit-purge': 'An association limit is deleted.',
  'type-change': 'A property stores a different type of value.',
  'property-removal': 'A property is archived.',
  'group-removal': 'A property group is deleted.',
  'subscription-removal': 'A webhook subscription is deleted.',
  'event-property-removal': 'A property of an event definition is deleted.',
  'pipeline-removal': 'A pipeline is deleted.',
  'stage-removal': 'A stage of a pipeline is deleted.',
  'association-label-removal': 'An association label is deleted.',
  'property-restore': 'An archived property is brought back.',
  'max-changes': 'More changes than maxChanges allows.',
};

const threshold = () =>
  z.strictObject({
    percent: z
      .number()
      .min(0)
      .max(100)
      .register(z.globalRegistry, {
        description: 'Share of the accounts that have a plan, in percent.',
        examples: [1],
      }),
    above: z
      .int()
      .min(0)
      .register(z.globalRegistry, {
        description: 'Number of accounts up to which the percentage does not apply.',
        examples: [10],
      }),
  });

/** Schema of the fleet section. The accounts are in a database, and the files contain the settings for all of them. */
function fleetSchema() {
  return z.strictObject({
    baseUrl: z
      .string()
      .register(z.globalRegistry, {
        description: 'Base URL of the service.',
        default: DEFAULT_BASE_URL,
        examples: [DEFAULT_BASE_URL],
      })
      .optional(),
    surface: z
      .enum(SURFACES)
      .register(z.globalRegistry, {
        description: 'Endpoints that trueup uses for the accounts of the fleet.',
        enumDescriptions: SURFACE_MEANINGS,
        default: DEFAULT_SURFACE,
        examples: ['documented'],
      })
      .optional(),
    versions: Versions.describe('Versions of the dated surface, by resource.').optional(),
    thresholds: z
      .strictObject(
        Object.fromEntries(
          COUNTED.map((name) => [name, threshold().describe(COUNTED_MEANINGS[name]).optional()] as const),
        ),
      )
      .register(z.globalRegistry, {
        description: 'Number of accounts in which each of these may happen. A rollout with more needs consent.',
      })
      .optional(),
  });
}
