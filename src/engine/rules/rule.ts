/** What a house rule is: one declaration, no IO, from which schema, help and evaluation come. */

import { z } from 'zod';
import { HELD_NAME } from '../../contract/names.ts';
import { canonicalObjectType } from '../../contract/object-types.ts';
import type { Desired, DesiredResource } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import type { RuleName } from '../../model/policy.ts';

/** What a rule finds; how much it weighs is not the rule's to say, and its code is the rule's name. */
export type RuleFinding = Omit<Finding, 'code' | 'severity'>;

export interface Declaration<Shape extends z.ZodRawShape> {
  readonly name: RuleName;
  /** What holds where the rule is kept, one sentence; help in editors. */
  readonly about: string;
  /** Each with a description; one that has neither default nor optional has to be given. */
  readonly parameters: Shape;
  check(desired: Desired, parameters: z.output<z.ZodObject<Shape>>): readonly RuleFinding[];
}

/** A rule whose parameters only it knows, for the table. */
export interface Rule {
  readonly name: RuleName;
  readonly about: string;
  readonly parameters: Readonly<Record<string, z.ZodType>>;
  /** Names of the parameters that have to be given and are not. */
  missing(given: Fields): readonly string[];
  /** Throws when parameters do not fit: config has checked them. */
  findings(desired: Desired, given: Fields): readonly RuleFinding[];
}

export function rule<Shape extends Readonly<Record<string, z.ZodType>>>(declaration: Declaration<Shape>): Rule {
  const { name, about, parameters } = declaration;
  const schema = z.strictObject(parameters);
  return {
    name,
    about,
    parameters,
    missing: (given) =>
      Object.entries(parameters).flatMap(([key, one]) =>
        Object.hasOwn(given, key) || one.safeParse(undefined).success ? [] : [key],
      ),
    findings: (desired, given) => declaration.check(desired, schema.parse(given)),
  };
}

export const DESCRIBED_KINDS = ['property', 'event-definition-property'] as const;
const NAMED_KINDS = ['property-group', ...DESCRIBED_KINDS] as const;

const KIND_MEANINGS: Readonly<Record<(typeof NAMED_KINDS)[number], string>> = {
  'property-group': 'Groups of properties.',
  property: 'Properties of object types.',
  'event-definition-property': 'Properties of custom events.',
};

/** Kinds that have names, and those of them that have descriptions. */
export const namedKind = z.enum(NAMED_KINDS).meta({ enumDescriptions: NAMED_KINDS.map((kind) => KIND_MEANINGS[kind]) });
export const describedKind = z
  .enum(DESCRIBED_KINDS)
  .meta({ enumDescriptions: DESCRIBED_KINDS.map((kind) => KIND_MEANINGS[kind]) });

/** Parameter that narrows a rule to object types. */
export const objects = z
  .array(
    z.string().regex(HELD_NAME, {
      error: 'expected an object name such as contacts, or a type id such as 2-3451',
    }),
  )
  .min(1)
  .optional()
  .describe('Object types that the rule looks at; all when left out. Event properties belong to none.');

export function within(resource: DesiredResource, types: readonly string[] | undefined): boolean {
  return types === undefined || types.some((type) => canonicalObjectType(type) === resource.spec['objectType']);
}

export function found(resource: DesiredResource, message: string, hint: string): RuleFinding {
  return { message, hint, address: resource.address, provenance: resource.provenance };
}
