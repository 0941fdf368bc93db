/** The table of house rules, which provides the configuration's schema, its help, and the evaluation. */

import type { Kind } from '../../model/kind.ts';
import type { RuleName } from '../../model/policy.ts';
import { remembered } from '../../model/remembered.ts';
import { descriptionRequired } from './description-required.ts';
import { forbiddenType } from './forbidden-type.ts';
import { labelUnique } from './label-unique.ts';
import { maxProperties } from './max-properties.ts';
import { namePattern } from './name-pattern.ts';
import { eventOptionsHidden, optionsCapped, optionsSorted } from './options.ts';
import type { Rule } from './rule.ts';

export type Rules = Readonly<Record<RuleName, Rule>>;

/** Creates the rules for these kinds, because rules and their parameters depend on the traits of kinds. */
export const houseRules = remembered(
  (kinds: readonly Kind[]): Rules => ({
    'name-pattern': namePattern(kinds),
    'description-required': descriptionRequired(kinds),
    'label-unique': labelUnique,
    'forbidden-type': forbiddenType(kinds),
    'max-properties': maxProperties(kinds),
    'event-options-hidden': eventOptionsHidden(kinds),
    'options-sorted': optionsSorted(kinds),
    'options-capped': optionsCapped(kinds),
  }),
);
