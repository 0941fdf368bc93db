/** The schema of a complete document, composed from the levels of the kinds and trueup's own sections. */

import { z } from 'zod';
import { defined } from '../../contract/defined.ts';
import { houseRules } from '../../engine/rules/index.ts';
import type { Kind, Level } from '../../model/kind.ts';
import { remembered } from '../../model/remembered.ts';
import { accountsSchema, appsSchema } from './account.ts';
import { policySchema } from './policy.ts';

/** One level of the document, with the contributions of all kinds below it. */
interface Branch {
  readonly level: Level;
  readonly fields: Readonly<Record<string, z.ZodType>>;
  readonly below: Map<string, Branch>;
  /** Title of the kind whose levels end here, for people. */
  readonly title: string | undefined;
}

/** Strict: an unknown key is an issue. Several files may contain the same section. */
export const documentSchema = remembered((kinds: readonly Kind[]): z.ZodType => {
  const root = new Map<string, Branch>();
  for (const kind of kinds) {
    let level = root;
    for (const step of kind.levels) {
      const known = level.get(step.key);
      const branch: Branch = {
        level: step,
        fields: { ...known?.fields, ...step.fields },
        below: known?.below ?? new Map(),
        title: step === kind.levels.at(-1) ? kind.words.title : known?.title,
      };
      level.set(step.key, branch);
      level = branch.below;
    }
  }
  const policy = policySchema(houseRules(kinds));
  return z.strictObject({
    version: z.literal(1, 'expected version 1').describe('Version of this format.').optional(),
    include: z
      .array(z.string())
      .meta({
        description: 'More files, as paths or patterns relative to this one: schema/*.yaml',
        examples: [['schema/*.yaml']],
      })
      .optional(),
    accounts: accountsSchema(policy).optional(),
    apps: appsSchema().optional(),
    ...sections(root),
    policy: policy.describe('What a run may do without asking again, and the house rules.').optional(),
  });
});

function sections(branches: ReadonlyMap<string, Branch>): Record<string, z.ZodType> {
  return Object.fromEntries([...branches].map(([key, branch]) => [key, section(branch).optional()]));
}

function section({ level, fields, below, title }: Branch): z.ZodType {
  const entry = z.strictObject({ ...fields, ...sections(below) });
  const schema = level.each === 'item' ? z.array(entry) : z.record(level.capture?.schema ?? z.string(), entry);
  return schema.meta({ description: level.about, ...defined({ title }) });
}
