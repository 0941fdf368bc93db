/** Checks of a declared association limit on the documented surface (interface 2.10). */

import { CATEGORIES, canonicalCategory } from '../../../contract/association-limits.ts';
import type { SpecIssue } from '../../../model/kind.ts';
import { type AssociationLimitSpec, pairIssues, typeIssues, typeIssuesGiven } from '../spec.ts';

export function check(spec: AssociationLimitSpec): readonly SpecIssue[] {
  return [...pairIssues(spec), ...categoryIssues(spec), ...typeIssues(spec), ...labelIssues(spec)];
}

export function checkGiven(spec: Partial<AssociationLimitSpec>): readonly SpecIssue[] {
  return [...pairIssues(spec), ...categoryIssues(spec), ...typeIssuesGiven(spec), ...labelIssues(spec)];
}

/** Only a warning, because the interface names one category and does not list the others. */
function categoryIssues({ category }: Partial<AssociationLimitSpec>): readonly SpecIssue[] {
  if (category === undefined || CATEGORIES.includes(canonicalCategory(category))) return [];
  return [
    {
      code: 'category-unknown',
      severity: 'warning',
      path: ['category'],
      message: `Unknown category ${category}.`,
      hint: `Known categories: ${CATEGORIES.join(', ')}, and HUBSPOT_DEFINED for the first.`,
    },
  ];
}

/** The type of a label can be found only on the dated surface. */
function labelIssues({ label }: Partial<AssociationLimitSpec>): readonly SpecIssue[] {
  if (label === undefined) return [];
  return [
    {
      code: 'dated-only',
      severity: 'error',
      path: ['label'],
      message: 'A limit can be declared by its label on the dated surface only.',
      hint: 'Declare the typeId, or set `surface: dated` for the account.',
    },
  ];
}
