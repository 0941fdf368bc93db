/** Rules about option lists: hidden on event properties, sorted, capped. */

import { z } from 'zod';
import { createParser } from '../../contract/parse-with.ts';
import type { Desired, DesiredResource } from '../../model/desired.ts';
import { isList, type Json } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import { buildRuleFinding, objectNames, type Rule, rule, withinObjects } from './rule.ts';

export function eventOptionsHidden(kinds: readonly Kind[]): Rule {
  const unchangeable = new Set(kinds.filter(({ writer }) => writer.update !== undefined).map(({ name }) => name));
  return rule({
    name: 'event-options-hidden',
    about: 'Options of event-definition properties stay visible: no call can unhide them.',
    parameters: {},
    check: (desired) =>
      withOptions(desired)
        .filter(({ resource }) => unchangeable.has(resource.kind))
        .flatMap(({ resource, options }) =>
          options
            .filter(({ hidden }) => hidden === true)
            .map(({ value }) =>
              buildRuleFinding(
                resource,
                `${resource.address} hides the option ${JSON.stringify(value)}, and no call can unhide it later.`,
                'Write hidden: false, or leave the option out until it is needed.',
                'options',
              ),
            ),
        ),
  });
}

export function optionsSorted(kinds: readonly Kind[]): Rule {
  const within = withinObjects(kinds);
  return rule({
    name: 'options-sorted',
    about: 'Options are sorted by value or label: letters ignoring case, numbers by size.',
    parameters: {
      by: z
        .enum(['value', 'label'])
        .register(z.globalRegistry, {
          enumDescriptions: ['By the value stored on records.', 'By the label shown to users.'],
        })
        .default('label')
        .register(z.globalRegistry, { description: 'Key of the order.' }),
      objects: objectNames(kinds),
    },
    check: (desired, { by, objects }) => {
      // Capital and small letters are the same, and 10 comes after 9. Made here, for making one costs a start milliseconds.
      const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
      return withOptions(desired)
        .filter(({ resource }) => within(resource, objects))
        .flatMap(({ resource, options }) => {
          const at = options.findIndex((option, index) => {
            const before = options[index - 1];
            return before !== undefined && compare(before[by], option[by]) > 0;
          });
          const [before, after] = [options[at - 1], options[at]];
          if (before === undefined || after === undefined) return [];
          const message = `The options of ${resource.address} are not sorted by ${by}: ${JSON.stringify(after[by])} comes after ${JSON.stringify(before[by])}.`;
          return [buildRuleFinding(resource, message, `Sort the list by ${by}.`, 'options')];
        });
    },
  });
}

export function optionsCapped(kinds: readonly Kind[]): Rule {
  const within = withinObjects(kinds);
  return rule({
    name: 'options-capped',
    about: 'A property declares at most this many options.',
    parameters: {
      max: z
        .int()
        .min(1)
        .register(z.globalRegistry, { description: 'Maximum number of options per property.', examples: [100] }),
      objects: objectNames(kinds),
    },
    check: (desired, { max, objects }) =>
      withOptions(desired)
        .filter(({ resource, options }) => options.length > max && within(resource, objects))
        .map(({ resource, options }) =>
          buildRuleFinding(
            resource,
            `${resource.address} declares ${options.length} options, more than ${max}.`,
            'Merge options, use a text property, or raise max.',
            'options',
          ),
        ),
  });
}

interface WithOptions {
  readonly resource: DesiredResource;
  readonly options: readonly { readonly value: string; readonly label: string; readonly hidden: boolean }[];
}

function withOptions({ resources }: Desired): readonly WithOptions[] {
  return resources.flatMap((resource) => {
    const { options } = resource.spec;
    return isList(options) ? [{ resource, options: options.map(parseOption) }] : [];
  });
}

const Shown = z.object({ value: z.string(), label: z.string(), hidden: z.boolean().default(false) });
const shownOf = createParser(Shown);

function parseOption(option: Json): WithOptions['options'][number] {
  return shownOf(option);
}
