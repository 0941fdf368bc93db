/** Bodies and replies of the validation rules of properties (interface 11.10). */

import { z } from 'zod';
import { lazy } from './lazy.ts';
import { onePage } from './one-page.ts';
import { maybeFlag, optionalFlag, text } from './shapes.ts';

/** Replaces the whole rule of the type in the path. Rules of other types stay. */
export const ValidationRuleWrite = lazy(() =>
  z.strictObject({ ruleArguments: z.array(text), shouldApplyNormalization: optionalFlag }),
);
export type ValidationRuleWrite = z.infer<ReturnType<typeof ValidationRuleWrite>>;

/** Replies may contain other rule types. Only the read of a single rule shows shouldApplyNormalization (assumption A88). */
export const ValidationRule = lazy(() =>
  z.looseObject({ ruleType: text, ruleArguments: z.array(text), shouldApplyNormalization: maybeFlag }),
);
export type ValidationRule = z.infer<ReturnType<typeof ValidationRule>>;

/** All rules of a property in one page. */
export const RulesOfProperty = lazy(() => onePage(z.array(ValidationRule())));

/** The properties of an object type that have rules, in one page. */
export const RulesOfObjectType = lazy(() =>
  onePage(z.array(z.looseObject({ propertyName: text, propertyValidationRules: z.array(ValidationRule()) }))),
);
