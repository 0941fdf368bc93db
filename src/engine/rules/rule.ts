/** A house rule: one declaration without IO that provides schema, help and evaluation. */

import { z } from 'zod';
import { OBJECT_NAME } from '../../contract/names.ts';
import { canonicalObjectType } from '../../contract/object-types.ts';
import { parsedWith } from '../../contract/parse-with.ts';
import type { Desired, DesiredResource } from '../../model/desired.ts';
import type { Finding, Provenance } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import { joinPlurals } from '../../model/kind-words.ts';
import type { RuleName } from '../../model/policy.ts';
import { kindsByName } from '../kind-lookup.ts';

/** A finding of a rule. Its code is the name of the rule, and the policy decides its severity. */
export type RuleFinding = Omit<Finding, 'code' | 'severity'>;

export interface Declaration<Shape extends z.ZodRawShape> {
  readonly name: RuleName;
  /** Statement that the rule enforces, in one sentence, for editors. */
  readonly about: string;
  /** Parameters, each with a description. A parameter without default that is not optional is required. */
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
    findings: (desired, given) => declaration.check(desired, parsedWith(schema, given)),
  };
}

/** Returns a parameter that lists kinds. `usual` are the kinds without it. */
export function kindNames(kinds: readonly Kind[], usual: readonly Kind[]) {
  const one = z
    .enum(kinds.map(({ name }) => name))
    .register(z.globalRegistry, { enumDescriptions: kinds.map(({ words }) => words.about) });
  return z
    .array(one)
    .min(1)
    .default(usual.map(({ name }) => name))
    .register(z.globalRegistry, { description: 'Kinds that the rule checks.' });
}

/** Parameter that narrows a rule to object types. */
export function objectNames(kinds: readonly Kind[]) {
  const homeless = kinds.filter(({ traits, objectTypes }) => traits.name !== 'none' && objectTypes === undefined);
  const aside =
    homeless.length === 0 ? '' : ` ${capital(joinPlurals(homeless.map(({ words }) => words)))} belong to none.`;
  return z
    .array(
      z.string().regex(OBJECT_NAME, {
        error: 'expected an object name such as contacts, or a type id such as 2-3451',
      }),
    )
    .min(1)
    .register(z.globalRegistry, { examples: [['contacts']] })
    .optional()
    .register(z.globalRegistry, { description: `Object types that the rule checks. Default: all.${aside}` });
}

/** Returns a test whether a resource belongs to one of these object types, in any spelling. Without types, every resource does. */
export function withinObjects(kinds: readonly Kind[]) {
  const byName = kindsByName(kinds);
  return ({ kind, address }: DesiredResource, types: readonly string[] | undefined): boolean => {
    if (types === undefined) return true;
    const own = byName.get(kind)?.objectTypes?.(address) ?? [];
    return types.some((type) => own.includes(canonicalObjectType(type)));
  };
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** @param field field of the finding; if an account overrides the field, the finding has the position of the override */
export function buildRuleFinding(
  resource: DesiredResource,
  message: string,
  hint: string,
  field?: string,
): RuleFinding {
  return { message, hint, address: resource.address, provenance: findFieldPlace(resource, field) };
}

/** Returns the position of a field, or of the resource. */
export function findFieldPlace({ provenance, overrides = [] }: DesiredResource, field: string | undefined): Provenance {
  return overrides.find((one) => one.field !== undefined && one.field === field)?.provenance ?? provenance;
}
