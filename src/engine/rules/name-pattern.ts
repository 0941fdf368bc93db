/** Rule: names follow the house's pattern. */

import { z } from 'zod';
import type { Kind } from '../../model/kind.ts';
import { readPattern } from './pattern.ts';
import { buildRuleFinding, kindNames, objectNames, type Rule, rule, withinObjects } from './rule.ts';

const Pattern = z
  .string()
  .min(1, { error: 'expected a regular expression, such as ^[a-z][a-z0-9_]*$' })
  .max(200)
  .check((context) => {
    const read = readPattern(context.value);
    if ('fault' in read) context.issues.push({ code: 'custom', message: read.fault, input: context.value });
  })
  .register(z.globalRegistry, {
    description: 'Regular expression (RE2) that matches somewhere in the name; with ^ and $ the whole name.',
    examples: ['^[a-z][a-z0-9_]*$'],
  });

export function namePattern(kinds: readonly Kind[]): Rule {
  const within = withinObjects(kinds);
  const named = kinds.filter(({ traits }) => traits.name !== 'none');
  const usual = named.filter(({ traits }) => traits.name === 'always');
  return rule({
    name: 'name-pattern',
    about: 'Internal names match a pattern.',
    parameters: {
      pattern: Pattern,
      kinds: kindNames(named, usual),
      objects: objectNames(kinds),
    },
    check({ resources }, { pattern, kinds, objects }) {
      const read = readPattern(pattern);
      if ('fault' in read) return [];
      return resources
        .filter((resource) => kinds.some((one) => one === resource.kind) && within(resource, objects))
        .filter(({ spec }) => !read.matches(String(spec['name'])))
        .map((resource) =>
          buildRuleFinding(
            resource,
            `The name of ${resource.address} does not match ${pattern}.`,
            'A name cannot be changed once it is applied, so choose it now.',
          ),
        );
    },
  });
}
