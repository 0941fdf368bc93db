/** Rule: properties have a description. */

import type { Kind } from '../../model/kind.ts';
import { buildRuleFinding, kindNames, type Rule, rule } from './rule.ts';

export function descriptionRequired(kinds: readonly Kind[]): Rule {
  const described = kinds.filter(({ traits }) => traits.description);
  return rule({
    name: 'description-required',
    about: 'Every property has a description.',
    parameters: { kinds: kindNames(described, described) },
    check: ({ resources }, { kinds }) =>
      resources
        .filter(({ kind }) => kinds.some((one) => one === kind))
        .filter(({ spec }) => typeof spec['description'] !== 'string' || spec['description'].trim() === '')
        .map((resource) =>
          buildRuleFinding(
            resource,
            `${resource.address} has no description.`,
            'Describe its values and the people or programs that set them.',
            'description',
          ),
        ),
  });
}
