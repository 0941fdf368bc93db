/**
 * Checks of a declared property on the dated surface. The allowed pairs are the same for every object type (interface 11.3; assumption
 * A48).
 */

import { DATED_PAIRS, isDatedType } from '../../../contract/dated-values.ts';
import { formulaFault } from '../../../contract/formula-syntax.ts';
import { findRuleFault, type RuleFault } from '../../../contract/validation-rules.ts';
import type { SpecIssue } from '../../../model/kind.ts';
import { presenceIssues } from '../../option-issues.ts';
import { listIssues, type PropertySpec } from '../spec.ts';
import { readRules, toEntries } from '../validation.ts';

export function check(spec: PropertySpec): readonly SpecIssue[] {
  // If the options come from the account itself, they are not declared.
  return [...checkGiven(spec), ...(spec.externalOptions === true ? [] : presenceIssues(spec))];
}

export function checkGiven(given: Partial<PropertySpec>): readonly SpecIssue[] {
  const { type, fieldType } = given;
  return [
    ...listIssues(given),
    ...(type === undefined || fieldType === undefined ? [] : pairIssues(type, fieldType)),
    ...memberIssues(given),
    ...validationIssues(given),
  ];
}

/** Reason why no create and no change of type can produce this pair. */
export interface UnknownPair {
  readonly field: 'type' | 'fieldType';
  readonly reason: string;
  readonly allowed: readonly string[];
}

export function unknownPair(type: string, fieldType: string): UnknownPair | undefined {
  if (!isDatedType(type)) {
    return {
      field: 'type',
      reason: `The interface does not allow type ${type} for a new property.`,
      allowed: Object.keys(DATED_PAIRS),
    };
  }
  const allowed: readonly string[] = DATED_PAIRS[type];
  if (allowed.includes(fieldType)) return undefined;
  return {
    field: 'fieldType',
    reason: `The interface does not allow fieldType ${fieldType} with type ${type}.`,
    allowed,
  };
}

/** Only a warning, because an existing property keeps its pair. Only the account shows whether the pair is wrong. */
function pairIssues(type: string, fieldType: string): readonly SpecIssue[] {
  const unknown = unknownPair(type, fieldType);
  if (unknown === undefined) return [];
  const { field, reason, allowed } = unknown;
  return [
    {
      code: 'property-type-not-allowed',
      severity: 'warning',
      path: [field],
      message: reason,
      hint: `Allowed: ${allowed.join(', ')}. Correct it, unless the property already has exactly this type and fieldType.`,
    },
  ];
}

/** Checks which members of a property can be combined, and reports formulas that trueup cannot parse (interface 11.3). */
function memberIssues(given: Partial<PropertySpec>): readonly SpecIssue[] {
  return [...currencyIssues(given), ...ownerIssues(given), ...fieldTypeIssues(given), ...formulaIssues(given)];
}

function currencyIssues({ currencyPropertyName, showCurrencySymbol }: Partial<PropertySpec>): readonly SpecIssue[] {
  if (currencyPropertyName === undefined || showCurrencySymbol === true) return [];
  return [
    {
      code: 'currency-symbol-missing',
      severity: 'warning',
      path: ['currencyPropertyName'],
      blocks: [['currencyPropertyName'], ['showCurrencySymbol']],
      message: 'Only a property with a currency symbol can name the property that holds its currency.',
      hint: 'Declare showCurrencySymbol: true, or remove currencyPropertyName.',
    },
  ];
}

/** The service refuses `externalOptions` without an owner reference, and the reverse. */
function ownerIssues(given: Partial<PropertySpec>): readonly SpecIssue[] {
  const { externalOptions = false, referencedObjectType, type, options } = given;
  if (!externalOptions && referencedObjectType === undefined) return [];
  const fits = type === undefined || type === 'enumeration';
  if (externalOptions && referencedObjectType === 'OWNER' && fits && (options ?? []).length === 0) return [];
  return [
    {
      code: 'external-options-incomplete',
      severity: 'warning',
      path: [externalOptions ? 'externalOptions' : 'referencedObjectType'],
      blocks: [['externalOptions'], ['referencedObjectType'], ['type'], ['options']],
      message:
        'Options from the account itself require type enumeration, externalOptions: true, referencedObjectType: OWNER and no options.',
      hint: 'Declare all of these, or remove externalOptions and referencedObjectType.',
    },
  ];
}

/** The service sets this field type and ignores the value in the request. */
function fieldTypeIssues({ calculationFormula, fieldType }: Partial<PropertySpec>): readonly SpecIssue[] {
  if (calculationFormula === undefined || fieldType === undefined || fieldType === 'calculation_equation') return [];
  return [
    {
      code: 'formula-field-type',
      severity: 'warning',
      path: ['fieldType'],
      blocks: [['fieldType'], ['calculationFormula']],
      message: `A property with a formula has the field type calculation_equation, not ${fieldType}.`,
      hint: 'Declare fieldType: calculation_equation, or remove calculationFormula.',
    },
  ];
}

const LONGEST = 40;

/** Only a warning, because the service may accept formulas that trueup cannot parse. */
function formulaIssues({ calculationFormula }: Partial<PropertySpec>): readonly SpecIssue[] {
  const fault = calculationFormula === undefined ? undefined : formulaFault(calculationFormula);
  if (fault === undefined) return [];
  const { text, at, expected } = fault;
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  const found = text === '' ? 'the end of the formula' : JSON.stringify(shown);
  return [
    {
      code: 'formula-unread',
      severity: 'warning',
      path: ['calculationFormula'],
      message: `The formula cannot be read at character ${at + 1}: expected ${expected}, found ${found}.`,
      hint: 'Correct it. If the service accepts it, ignore this: the names in it are then not checked.',
    },
  ];
}

/** `given`: the rules as a file or a spec has them. Without a known type, only the arguments are checked. */
function validationIssues({ validation, type, fieldType }: Partial<PropertySpec>): readonly SpecIssue[] {
  if (validation === undefined) return [];
  const property = type === undefined || fieldType === undefined ? undefined : { type, fieldType };
  return readRules(toEntries(validation)).flatMap((rule): readonly SpecIssue[] => {
    const { value: ruleType, arguments: ruleArguments } = rule;
    const fault = findRuleFault({ ruleType, ruleArguments }, property);
    if (fault === undefined) return [];
    const { about, message } = fault;
    return [{ severity: 'error', path: ['validation', ruleType], message, ...ADVICE[about] }];
  });
}

const ADVICE: Readonly<Record<RuleFault['about'], Pick<SpecIssue, 'code' | 'hint'>>> = {
  'rule-type': { code: 'unknown-key', hint: 'Correct the name of the rule type, or remove it.' },
  property: { code: 'validation-unsuited', hint: 'Remove the rule, or change the type of the property.' },
  arguments: { code: 'validation-arguments', hint: 'Correct the arguments, or remove the rule.' },
};
