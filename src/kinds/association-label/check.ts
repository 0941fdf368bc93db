/** Checks of declared association labels, one by one and together (interface 11.7). */

import { canonicalObjectType } from '../../contract/object-types.ts';
import type { Finding } from '../../model/finding.ts';
import type { DesiredOf, SpecIssue } from '../../model/kind.ts';
import { compareNatural } from '../../model/natural.ts';
import { objectTypeIssues } from '../object-levels.ts';
import { labelIssues } from '../text-issues.ts';
import type { AssociationLabelSpec } from './spec.ts';

type Label = DesiredOf<AssociationLabelSpec>;

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
export function checkAll(declared: readonly Label[]): readonly Finding[] {
  return [
    ...repeated(declared, ({ name }) => ({ keys: [name.toLowerCase()], rule: NAME_TAKEN })),
    ...repeated(declared, ({ from, to, label, inverseLabel }) => ({
      keys: [...new Set([textKey({ from, to, text: label }), textKey({ from: to, to: from, text: inverseLabel })])],
      rule: TEXT_REPEATED,
    })),
  ];
}

interface Rule extends Required<Pick<Finding, 'code' | 'severity' | 'hint'>> {
  readonly what: string;
}

const NAME_TAKEN: Rule = {
  code: 'label-name-repeated',
  severity: 'error',
  what: 'the same name, ignoring case',
  hint: 'Declare a label once, in one direction: it counts in both. Another label needs another name, whichever object types it is for.',
};

const TEXT_REPEATED: Rule = {
  code: 'label-text-repeated',
  severity: 'warning',
  what: 'the same text in one direction, ignoring case',
  hint: 'Change one of the texts: users see two equal labels, and a limit cannot name one of them.',
};

function textKey({ from, to, text }: { readonly from: string; readonly to: string; readonly text: string }): string {
  return JSON.stringify([canonicalObjectType(from), canonicalObjectType(to), text.trim().toLowerCase()]);
}

interface Unique {
  readonly keys: readonly string[];
  readonly rule: Rule;
}

function repeated(declared: readonly Label[], uniqueIn: (spec: AssociationLabelSpec) => Unique): readonly Finding[] {
  const first = new Map<string, Label>();
  // The finding belongs to the label that comes later in the files.
  return declared.toSorted(byPlace).flatMap((own) => {
    const { keys, rule } = uniqueIn(own.spec);
    return keys.flatMap((key): readonly Finding[] => {
      const other = first.get(key) ?? own;
      first.set(key, other);
      if (other.address === own.address) return [];
      const { what, ...finding } = rule;
      const { address, provenance } = own;
      const message = `${address} and ${other.address} have ${what}.`;
      return [{ ...finding, message, address, provenance, related: other.provenance }];
    });
  });
}

function byPlace({ provenance: one }: Label, { provenance: other }: Label): number {
  return compareNatural(one.file, other.file) || one.line - other.line;
}
