/** Checks of declared association labels, one by one and together (interface 11.7). */

import type { Finding } from '../../model/finding.ts';
import type { DesiredOf, SpecIssue } from '../../model/kind.ts';
import { objectTypeIssues } from '../object-levels.ts';
import { repeatedFindings } from '../repeated.ts';
import { labelIssues } from '../text-issues.ts';
import type { AssociationLabelSpec } from './spec.ts';

export function check(given: Partial<AssociationLabelSpec>): readonly SpecIssue[] {
  const { label, inverseLabel } = given;
  return [
    ...objectTypeIssues(given, 'from'),
    ...objectTypeIssues(given, 'to'),
    ...(label === undefined ? [] : labelIssues(label, ['label'])),
    ...(inverseLabel === undefined || inverseLabel === label ? [] : labelIssues(inverseLabel, ['inverseLabel'])),
  ];
}

/** An account has a name once, and a text in one direction should mean one label. */
export function checkAll(declared: readonly DesiredOf<AssociationLabelSpec>[]): readonly Finding[] {
  return [
    ...repeatedFindings(
      declared,
      ({ name }) => [name.toLowerCase()],
      ({ own, earlier }) => ({
        code: 'label-name-repeated',
        severity: 'error',
        message: `${own.address} and ${earlier.address} have the same name, ignoring case.`,
        hint: 'Declare a label once, in one direction: it counts in both. Another label needs another name, whichever object types it is for.',
      }),
    ),
    ...repeatedFindings(
      declared,
      ({ from, to, label, inverseLabel }) => [
        ...new Set([textKey([from, to], label), textKey([to, from], inverseLabel)]),
      ],
      ({ own, earlier }) => ({
        code: 'label-text-repeated',
        severity: 'warning',
        message: `${own.address} and ${earlier.address} have the same text in one direction, ignoring case.`,
        hint: 'Change one of the texts: users see two equal labels, and a limit cannot name one of them.',
      }),
    ),
  ];
}

function textKey(direction: readonly string[], text: string): string {
  return JSON.stringify([...direction, text.trim().toLowerCase()]);
}
