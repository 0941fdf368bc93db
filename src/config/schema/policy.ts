/** Schema of a policy section, shared or of one account: the changes that a run may make without another consent, and the house rules. */

import { z } from 'zod';
import type { Rules } from '../../engine/rules/index.ts';
import type { Rule } from '../../engine/rules/rule.ts';
import { DEFAULT_POLICY, RULE_NAMES, WAIVABLE_WARNINGS } from '../../model/policy.ts';
import { isRemovalRisk, RISK_NAMES, type RiskName } from '../../model/risk.ts';

const { percent, above } = DEFAULT_POLICY.maxChanges;

const RULE_LEVELS = ['error', 'warning', 'warn', 'info', 'off'] as const;

/**
 * The form of a consent: `risk=address`, or only `risk` if the risk is not a removal. It is checked separately, because a wrong address
 * needs its own message.
 */
const CONSENT = `^(?:(?:${RISK_NAMES.join('|')})=.+|${RISK_NAMES.filter((risk) => !isRemovalRisk(risk)).join('|')})$`;

const EXAMPLES = ['option-removal=property:contacts/loyaltytier', 'type-change=property:contacts/age', 'max-changes'];

const level = z.enum(RULE_LEVELS).register(z.globalRegistry, {
  id: 'RuleLevel',
  enumDescriptions: [
    'Stops the run.',
    'Is shown as a warning.',
    'The same as warning.',
    'Is shown as a note.',
    'Is not checked.',
  ],
});

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'expected a date such as 2027-03-31', abort: true })
  .refine(isDay, { error: 'this date does not exist' })
  .register(z.globalRegistry, { examples: ['2027-03-31'] });

const reason = z
  .string()
  .max(500)
  .regex(/\S/, { error: 'expected a reason: why is this accepted, and who decided?' })
  .register(z.globalRegistry, { examples: ['Agreed with the sales team'] });

const address = z
  .string()
  .register(z.globalRegistry, {
    description: 'Address of one resource.',
    examples: ['property:contacts/loyaltytier'],
  })
  .optional();

const RISK_MEANINGS: Readonly<Record<RiskName, string>> = {
  'option-removal': 'Options are removed from a list: records that use them lose a valid value.',
  'limit-purge': 'An association limit is deleted.',
  'type-change': 'The type of a property changes. Values that do not fit are lost.',
  'property-removal': 'A property is archived. Its values are deleted after 90 days.',
  'group-removal': 'A property group is deleted.',
  'subscription-removal': 'A webhook subscription is deleted: the app is no longer notified.',
  'event-property-removal': 'A property of an event definition is deleted.',
  'pipeline-removal': 'A pipeline is deleted for good, with its stages.',
  'stage-removal': 'A stage of a pipeline is deleted for good.',
  'association-label-removal': 'An association label is deleted for good, with its links between records.',
  'property-restore': 'A property of this name is archived: creating it brings back its old values on records.',
  'max-changes': 'A run changes more than maxChanges allows.',
};

const WARNING_MEANINGS: Readonly<Record<(typeof WAIVABLE_WARNINGS)[number], string>> = {
  'category-refused': 'A limit has a category that a real account is likely to refuse.',
  'category-unknown': 'The category of an association limit is unknown.',
  'closing-stage-missing': 'A deal pipeline is missing a stage at probability 0 or at probability 1.',
  'developer-key-missing': 'The subscriptions of an app need its developer key.',
  'formula-unread': 'trueup cannot read a formula, so the names in it are not checked.',
  'group-order-below-zero': 'The order of a group is below 0.',
  'name-reserved': 'A name starts with hs_, which the service reserves.',
  'name-unusual': 'A name does not have the form that a create accepts, so it must already exist.',
  'not-declared': 'Something that was applied is no longer declared, and stays in the account.',
  'object-misspelt': 'An object name nearly matches a standard object.',
  'object-not-addressable': 'A real account refuses the name of a custom object on the documented surface.',
  'object-of-other-account': 'A custom object is named with the id of another account.',
  'options-missing': 'An enumeration declares no options.',
  'options-unused': 'Options are declared for a type that has none.',
  'reference-dropped': 'A property that is referred to is no longer declared, and is still in the account.',
  'reference-misspelt': 'A property that is referred to is not declared, and resembles a declared property.',
  'reference-missing': 'A required property is neither declared nor in the account.',
  'reference-unseen': 'A group or a required property must exist, and nothing that could be read shows it.',
  'subscription-member-unused': 'A subscription has a member that its event type is not known to use.',
  'surface-ending': 'An account uses paths that the vendor has announced to end.',
};

const Allowed = z.strictObject({
  risk: z.string().register(z.globalRegistry, {
    enum: [...RISK_NAMES],
    enumDescriptions: RISK_NAMES.map((risk) => RISK_MEANINGS[risk]),
    examples: ['type-change'],
    description: 'The risk to allow. A removal needs an address.',
  }),
  address,
  reason: reason.describe('Why, and who decided.').optional(),
  until: day.describe('Last day (UTC). Default: no expiry.').optional(),
});

const waiver = (rules: Rules) =>
  z.strictObject({
    finding: z.string().register(z.globalRegistry, {
      enum: [...RULE_NAMES, ...WAIVABLE_WARNINGS],
      enumDescriptions: [
        ...RULE_NAMES.map((name) => rules[name].about),
        ...WAIVABLE_WARNINGS.map((code) => WARNING_MEANINGS[code]),
      ],
      description: 'Name of a rule, or code of a warning.',
    }),
    address,
    reason: reason.describe('Why it is accepted, and who decided.'),
    until: day.describe('Last day (UTC). After it, the waiver is an error.'),
  });

/** All parameters are optional here, because an account may set some and the shared policy the others. */
const ruleSetting = ({ parameters, about }: Rule) =>
  z
    .union([
      z.strictObject({
        severity: level.describe('Severity of the rule.').optional(),
        ...Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, removeDefault(one)])),
      }),
      level,
    ])
    .register(z.globalRegistry, { description: about })
    .optional();

export function policySchema(rules: Rules) {
  return (
    z
      .strictObject({
        allow: z
          .array(z.union([Allowed, z.string().register(z.globalRegistry, { pattern: CONSENT, examples: EXAMPLES })]))
          .register(z.globalRegistry, {
            description: 'Risks allowed without a flag, such as `option-removal=property:contacts/loyaltytier`.',
          })
          .optional(),
        maxChanges: z
          .strictObject({
            percent: z
              .number()
              .min(0)
              .max(100)
              .register(z.globalRegistry, {
                description: 'Share of the known resources, in percent.',
                default: percent,
                examples: [20],
              })
              .optional(),
            above: z
              .int()
              .min(0)
              .register(z.globalRegistry, {
                description: 'Number of known resources up to which the percentage does not apply.',
                default: above,
                examples: [50],
              })
              .optional(),
          })
          .register(z.globalRegistry, { description: 'Limit of updates and removals in one run.' })
          .optional(),
        rules: z
          .strictObject(Object.fromEntries(RULE_NAMES.map((name) => [name, ruleSetting(rules[name])])))
          .register(z.globalRegistry, {
            description: 'House rules: a severity, or a mapping with severity and parameters.',
          })
          .optional(),
        waivers: z
          .array(waiver(rules))
          .register(z.globalRegistry, {
            description: 'Findings that are accepted until a day.',
          })
          .optional(),
      })
      // Defined once in the JSON Schema, because two places use it.
      .meta({ id: 'Policy' })
  );
}

/** Returns the parameter as written. The rule adds its default after both policies are merged. */
function removeDefault(parameter: z.ZodType): z.ZodType {
  const about = parameter.description ?? '';
  const bare = parameter instanceof z.ZodDefault || parameter instanceof z.ZodOptional ? parameter.unwrap() : parameter;
  const usual = parameter instanceof z.ZodDefault ? { default: parameter.def.defaultValue } : {};
  return z.optional(bare).register(z.globalRegistry, { description: about, ...usual });
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}
