/** Schema of the policy section: what a run may do without asking again. */

import { z } from 'zod';
import { RISK_NAMES, type RULE_NAMES } from '../model/policy.ts';

const RULE_LEVELS = ['error', 'warning', 'warn', 'info', 'off'] as const;

/** How a consent is written: `risk` or `risk=address`; checked apart, for the address needs its own message. */
const CONSENT = `^(${RISK_NAMES.join('|')})(=.+)?$`;

const level = z.enum(RULE_LEVELS).meta({
  enumDescriptions: [
    'Stops the run.',
    'Is shown.',
    'The same as warning.',
    'Is shown in detailed output.',
    'Is not checked.',
  ],
});

export const PolicySchema = z
  .strictObject({
    allow: z
      .array(z.string().meta({ pattern: CONSENT, examples: [...RISK_NAMES] }))
      .describe('Risks granted without a flag: `option-removal`, or `option-removal=property:contacts/loyaltytier`.')
      .optional(),
    maxChanges: z
      .strictObject({
        percent: z.number().min(0).max(100).describe('Share of the known resources, in percent.').optional(),
        above: z.int().min(0).describe('Number of changes up to which the share does not count.').optional(),
      })
      .describe('Refuse a run that would update or remove more than this.')
      .optional(),
    rules: z
      .strictObject({
        'description-required': level.describe('Every property has a description.').optional(),
        'label-unique': level.describe('No two properties of an object have the same label.').optional(),
      } satisfies Record<(typeof RULE_NAMES)[number], z.ZodType>)
      .describe('House rules and how much each weighs.')
      .optional(),
  })
  .describe('What a run may do without asking again.');
