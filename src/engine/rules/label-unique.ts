/** Rule: users can distinguish the properties of an object by their labels. */

import { buildRuleFinding, findFieldPlace, type Rule, rule } from './rule.ts';

export const labelUnique: Rule = rule({
  name: 'label-unique',
  about: 'Properties of one object type have different labels, ignoring case.',
  parameters: {},
  check({ resources }) {
    const properties = resources.filter(({ kind }) => kind === 'property');
    const groups = Map.groupBy(
      properties,
      ({ spec }) => `${String(spec['objectType'])}\u0000${String(spec['label']).toLowerCase()}`,
    );
    return [...groups.values()].flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : others.map((other) => ({
            ...buildRuleFinding(
              other,
              `${other.address} has the same label as ${first.address}.`,
              'Give one another label.',
              'label',
            ),
            related: findFieldPlace(first, 'label'),
          })),
    );
  },
});
