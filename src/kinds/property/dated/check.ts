/**
 * Checks of a declared property on the dated surface. The allowed pairs are the same for every object type (interface 11.3; assumption
 * A48).
 */

import { DATED_PAIRS, isDatedType } from '../../../contract/dated-values.ts';
import type { SpecIssue } from '../../../model/kind.ts';
import { presenceIssues } from '../../option-issues.ts';
import { issuesOf, type PropertySpec } from '../spec.ts';
import { memberIssues } from './member-issues.ts';

export function check(spec: PropertySpec): readonly SpecIssue[] {
  // If the options come from the account itself, they are not declared.
  return [...checkGiven(spec), ...(spec.externalOptions === true ? [] : presenceIssues(spec))];
}

export function checkGiven(given: Partial<PropertySpec>): readonly SpecIssue[] {
  const { type, fieldType } = given;
  return [
    ...issuesOf(given),
    ...(type === undefined || fieldType === undefined ? [] : pairIssues(type, fieldType)),
    ...memberIssues(given),
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
