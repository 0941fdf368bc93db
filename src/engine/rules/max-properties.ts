/** Rule: an object type has at most a certain number of properties. */

import { z } from 'zod';
import type { DesiredResource } from '../../model/desired.ts';
import type { Kind } from '../../model/kind.ts';
import { objectNames, type Rule, rule, withinObjects } from './rule.ts';

export function maxProperties(kinds: readonly Kind[]): Rule {
  const within = withinObjects(kinds);
  return rule({
    name: 'max-properties',
    about: 'An object type declares at most this many properties.',
    parameters: {
      max: z
        .int()
        .min(0)
        .register(z.globalRegistry, {
          description: 'Maximum number of declared properties per object type.',
          examples: [500],
        }),
      objects: objectNames(kinds),
    },
    check({ resources }, { max, objects }) {
      const properties = resources.filter((resource) => resource.kind === 'property' && within(resource, objects));
      const byObject = Map.groupBy(properties, ({ spec }) => String(spec['objectType']));
      return [...byObject].flatMap(([objectType, some]) => {
        const first = some.toSorted(byPosition)[max];
        if (first === undefined) return [];
        return [
          {
            message: `${objectType} has ${some.length} declared properties, more than ${max}.`,
            hint: 'Remove properties that are not needed, or raise max.',
            provenance: first.provenance,
          },
        ];
      });
    },
  });
}

/** Sorts by position, so that the finding is at the first property above the limit. */
function byPosition({ provenance: a }: DesiredResource, { provenance: b }: DesiredResource): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
