/** Rule: properties say what they are for. */

import { z } from 'zod';
import { DESCRIBED_KINDS, describedKind, found, rule } from './rule.ts';

export const descriptionRequired = rule({
  name: 'description-required',
  about: 'Every property has a description.',
  parameters: {
    kinds: z
      .array(describedKind)
      .min(1)
      .default([...DESCRIBED_KINDS])
      .describe('Kinds that the rule looks at; both when left out.'),
  },
  check: ({ resources }, { kinds }) =>
    resources
      .filter(({ kind }) => kinds.some((one) => one === kind))
      .filter(({ spec }) => typeof spec['description'] !== 'string' || spec['description'].trim() === '')
      .map((resource) =>
        found(resource, `${resource.address} has no description.`, 'Say what it holds and who fills it in.'),
      ),
});
