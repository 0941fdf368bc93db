/** Properties that the formula of a property names (interface 11.3). */

import { readFormula } from '../../contract/formula.ts';
import { formulaFault } from '../../contract/formula-syntax.ts';
import type { Address } from '../../model/address.ts';
import { addressOfProperty, type PropertySpec } from './spec.ts';

type Calculated = Pick<PropertySpec, 'objectType' | 'name' | 'calculationFormula'>;

/**
 * Returns the properties of the same object type in the formula, possibly including the property itself. In a formula that trueup cannot
 * parse, each word counts as a name.
 */
export function namedInFormula({ objectType, calculationFormula: formula }: Calculated): readonly Address[] {
  if (formula === undefined) return [];
  const names = readFormula(formula)?.properties ?? formula.match(/[a-z_]\w*/gi) ?? [];
  return [...new Set(names)].map((name) => addressOfProperty({ objectType, name }));
}

/** Returns the properties that the formula certainly needs. The list is empty if trueup cannot parse the formula. */
export function calculatedFromForSure(spec: Calculated): readonly Address[] {
  const { calculationFormula: formula } = spec;
  return formula === undefined || formulaFault(formula) !== undefined ? [] : listSources(spec);
}

/** Returns the properties that must come first. */
export function listSources(spec: Calculated): readonly Address[] {
  return namedInFormula(spec).filter((address) => address !== addressOfProperty(spec));
}
