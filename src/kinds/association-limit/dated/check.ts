/** Checks of a declared association limit on the dated surface (interface 11.7). */

import { DATED_CATEGORIES, isDatedCategory } from '../../../contract/dated-limits.ts';
import type { SpecIssue } from '../../../model/kind.ts';
import { type AssociationLimitSpec, pairIssues, typeIssues, typeIssuesGiven } from '../spec.ts';
import { datedCategory } from './category.ts';

export function check(spec: AssociationLimitSpec): readonly SpecIssue[] {
  return [...pairIssues(spec), ...categoryIssues(spec), ...typeIssues(spec)];
}

export function checkGiven(spec: Partial<AssociationLimitSpec>): readonly SpecIssue[] {
  return [...pairIssues(spec), ...categoryIssues(spec), ...typeIssuesGiven(spec)];
}

/** Warns about an unknown category. The writer blocks it, because the service refuses a whole batch that contains such a category. */
function categoryIssues({ category }: Partial<AssociationLimitSpec>): readonly SpecIssue[] {
  if (category === undefined || isDatedCategory(datedCategory(category))) return [];
  return [
    {
      code: 'category-unknown',
      severity: 'warning',
      path: ['category'],
      message: `The dated surface has no category ${category}.`,
      hint: `Its categories: ${DATED_CATEGORIES.join(', ')}, and SERVICE_DEFINED for the first.`,
    },
  ];
}
