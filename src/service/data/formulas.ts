/** Formulas of calculated properties as the service takes them (interface 11.3; assumption A49). */

import { type Formula, readFormula } from '../../contract/formula.ts';
import { formulaFault } from '../../contract/formula-syntax.ts';
import { invalidMember } from '../model/refusal.ts';

/** Throws a 400 for what is no formula. */
export function parsedFormula(formula: string): Formula {
  const parsed = readFormula(formula);
  if (parsed !== undefined && formulaFault(formula) === undefined) return parsed;
  throw invalidMember('calculationFormula', `Invalid calculation formula: ${formula}`, 'INVALID_CALCULATION_FORMULA');
}

/** Of any formula, those of a seed too, which nothing has read. */
export function isNamedIn(formula: string, property: string): boolean {
  return formula.split(/\W+/).includes(property);
}
