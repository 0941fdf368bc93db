/** The schema of a complete document, composed from the levels of the kinds and trueup's own sections. */

import { z } from 'zod';
import { defined } from '../../contract/defined.ts';
import { houseRules } from '../../engine/rules/index.ts';
import type { Kind } from '../../model/kind.ts';
import { remembered } from '../../model/remembered.ts';
import { accountsSchema, appsSchema } from './account.ts';
import { type Branch, type Branches, branchesOf } from './branches.ts';
import { fleetSchema } from './fleet.ts';
import { overridesSchema } from './overrides.ts';
import { policySchema } from './policy.ts';

/** Strict: an unknown key is an issue. Several files may contain the same section. */
export const documentSchema = remembered((kinds: readonly Kind[]) => {
  return schemaWith(kinds, overridesSchema(branchesOf(kinds)));
});

/** The schema of documents without overrides. It is created faster. */
export const plainSchema = remembered((kinds: readonly Kind[]) => schemaWith(kinds, z.never()));

function schemaWith(kinds: readonly Kind[], overrides: z.ZodType): z.ZodType {
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
        description: 'More files, as paths or patterns relative to this one: schema/*.yaml',
        examples: [['schema/*.yaml']],
      })
      .optional(),
    accounts: accountsSchema(policy, overrides).optional(),
    apps: appsSchema().optional(),
    fleet: fleetSchema().describe('What holds for all accounts of a fleet.').optional(),
    ...sections(branches),
    moved: z
      .union([Move, z.array(Move)])
      .register(z.globalRegistry, {
        description:
          'Addresses that changed in the files and mean the same thing in the account: its record goes on under the new one.',
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
