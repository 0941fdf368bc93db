/** Properties that the formula of a property names (interface 11.3). */

import { readFormula } from '../../contract/formula.ts';
import { formulaFault } from '../../contract/formula-syntax.ts';
import type { Address } from '../../model/address.ts';
import { addressOfProperty, type PropertySpec } from './spec.ts';

type Calculated = Pick<PropertySpec, 'objectType' | 'name' | 'calculationFormula'>;

/** Of the same object type, itself among them where it does. A formula that we cannot read may name each of its words. */
export function namedInFormula({ objectType, calculationFormula: formula }: Calculated): readonly Address[] {
  if (formula === undefined) return [];
  const names = readFormula(formula)?.properties ?? formula.match(/[a-z_]\w*/gi) ?? [];
  return [...new Set(names)].map((name) => addressOfProperty({ objectType, name }));
}

/** Those that it needs: of a formula that we cannot read no word is known to be a name. */
export function calculatedFromForSure(spec: Calculated): readonly Address[] {
  const { calculationFormula: formula } = spec;
  return formula === undefined || formulaFault(formula) !== undefined ? [] : calculatedFrom(spec);
}

/** Those that have to come first. */
export function calculatedFrom(spec: Calculated): readonly Address[] {
  return namedInFormula(spec).filter((address) => address !== addressOfProperty(spec));
}
