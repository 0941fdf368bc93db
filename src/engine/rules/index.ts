/** The table of house rules: from it come the configuration's schema, its help, and the evaluation. */

import type { RuleName } from '../../model/policy.ts';
import { descriptionRequired } from './description-required.ts';
import { forbiddenType } from './forbidden-type.ts';
import { labelUnique } from './label-unique.ts';
import { maxProperties } from './max-properties.ts';
import { namePattern } from './name-pattern.ts';
import { eventOptionsHidden, optionsCapped, optionsSorted } from './options.ts';
import type { Rule } from './rule.ts';

export const RULES: Readonly<Record<RuleName, Rule>> = {
  'name-pattern': namePattern,
  'description-required': descriptionRequired,
  'label-unique': labelUnique,
  'forbidden-type': forbiddenType,
  'max-properties': maxProperties,
  'event-options-hidden': eventOptionsHidden,
  'options-sorted': optionsSorted,
  'options-capped': optionsCapped,
};
