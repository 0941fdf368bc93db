/** Assumptions about the validation rules of properties, of which none was observed. The file assumptions.ts includes them. */

import type { Assumption } from './early-assumptions.ts';

export const VALIDATION_ASSUMPTIONS = [
  {
    id: 'A88',
    section: '11.10',
    choice:
      'A rule in a reply has ruleType and ruleArguments. The read of a single rule also has shouldApplyNormalization, if the last write had it. Lists never have it. The list of an object type has the active properties with at least one rule, sensitive properties too. A property without rules has an empty list. The order of properties and of rules says nothing.',
    impact: 'A client that keeps shouldApplyNormalization reads the single rule before it writes.',
  },
  {
    id: 'A89',
    section: '11.10',
    choice:
      'The object type of a path is a type id. Names of object types are a 400, and so is an unknown rule type. A property that does not exist or is archived is a 404. The read of a rule that the property lacks is a 404. No method removes a rule: DELETE is a 405.',
    impact: 'The embedded service; a client sends ids, and reports a rule to remove as a manual step.',
  },
  {
    id: 'A90',
    section: '11.10',
    choice:
      'A rule type that does not go with the type and the field type of its property is a 400. Arguments of another form are a 400 too. A phone number property has the type string or phone_number. Lengths are from 1 to 10,000. Any number of countries is accepted. A period has years, months, weeks and days, and no time. A domain has at least two parts and at most 253 characters. Domains, countries and days are different from each other. The pattern of REGEX has RE2 syntax, and its message is not blank. Rules of a property are not compared with each other, so a minimum may be above a maximum.',
    impact: 'findRuleFault, which the embedded service and offline checks share.',
  },
  {
    id: 'A91',
    section: '11.10',
    choice:
      'Arguments are kept letter for letter, in the order of the request. WHITESPACE without an argument reads as ALL. A write replaces the whole rule: without shouldApplyNormalization, the rule loses it. A rule does not belong to the definition of its property. A write keeps updatedAt and updatedUserId, and a read-only definition can have rules. A property has at most one rule of each type and no other limit.',
    impact: 'resolveArguments and the embedded service; a client compares domains, countries and days as sets.',
  },
  {
    id: 'A92',
    section: '11.10',
    choice:
      'A property keeps its rules when its type or field type changes. A property that is created again after its archive has no rules.',
    impact: 'The embedded service; a client reads the rules of a property that it restores.',
  },
  {
    id: 'A93',
    section: '11.10',
    choice:
      'The service checks the records that a call writes against the rules. Existing values stay. The interface has no call for records, so it does not describe the check.',
    impact: 'The embedded service keeps rules and enforces none of them.',
  },
] as const satisfies readonly Assumption[];
