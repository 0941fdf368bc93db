/** Rule: types and field types that the policy forbids. */

import { z } from 'zod';
import { EVERY_FIELD_TYPE, EVERY_TYPE } from '../../contract/allowed-values.ts';
import { fieldTypeMeanings, typeMeanings } from '../../contract/meanings.ts';
import type { Kind } from '../../model/kind.ts';
import { buildRuleFinding, objectNames, type Rule, rule, withinObjects } from './rule.ts';

export function forbiddenType(kinds: readonly Kind[]): Rule {
  const within = withinObjects(kinds);
  const typed = new Set(kinds.filter(({ traits }) => traits.type).map(({ name }) => name));
  return rule({
    name: 'forbidden-type',
    about: 'Properties do not use these types or field types.',
    parameters: {
      types: z
        .array(z.enum(EVERY_TYPE).register(z.globalRegistry, { enumDescriptions: typeMeanings(EVERY_TYPE) }))
        .default([])
        .register(z.globalRegistry, { description: 'Forbidden values of type.' }),
      fieldTypes: z
        .array(
          z
            .enum(EVERY_FIELD_TYPE)
            .register(z.globalRegistry, { enumDescriptions: fieldTypeMeanings(EVERY_FIELD_TYPE) }),
        )
        .default([])
        .register(z.globalRegistry, { description: 'Forbidden values of fieldType.' }),
      objects: objectNames(kinds),
    },
    check: ({ resources }, { types, fieldTypes, objects }) =>
      resources
        .filter(({ kind }) => typed.has(kind))
        .filter((resource) => within(resource, objects))
        .flatMap((resource) => {
          const { address, spec } = resource;
          return [
            { member: 'type', value: String(spec['type']), forbidden: types },
            { member: 'fieldType', value: String(spec['fieldType']), forbidden: fieldTypes },
          ]
            .filter(({ value, forbidden }) => forbidden.includes(value))
            .map(({ member, value }) =>
              buildRuleFinding(
                resource,
                `${address} has the ${member} ${value}, which this project forbids.`,
                `Choose another ${member}.`,
                member,
              ),
            );
        }),
  });
}
