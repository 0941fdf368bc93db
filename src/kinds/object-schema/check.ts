/** Checks of declared object schemas, one by one and together (interface 11.4, assumptions A67 and A97). */

import {
  LONGEST_SCHEMA_LABEL,
  LONGEST_SCHEMA_NAME,
  MOST_SECONDARY_PROPERTIES,
  SCHEMA_NAME,
} from '../../contract/dated-schema-writes.ts';
import { canonicalObjectType, isStandardObjectType } from '../../contract/object-types.ts';
import type { Finding } from '../../model/finding.ts';
import type { DesiredOf, SpecIssue } from '../../model/kind.ts';
import { repeatedFindings } from '../repeated.ts';
import { labelIssues } from '../text-issues.ts';
import type { ObjectSchemaSpec } from './spec.ts';

export function check(given: Partial<ObjectSchemaSpec>): readonly SpecIssue[] {
  const { objectType, labels, secondaryDisplayProperties = [] } = given;
  return [
    ...(objectType === undefined ? [] : nameIssues(objectType)),
    ...(labels === undefined
      ? []
      : [...textIssues(labels.singular, 'singular'), ...textIssues(labels.plural, 'plural')]),
    ...secondaryIssues(secondaryDisplayProperties),
  ];
}

/** An account has a name once, ignoring case. */
export function checkAll(declared: readonly DesiredOf<ObjectSchemaSpec>[]): readonly Finding[] {
  return repeatedFindings(
    declared,
    ({ objectType }) => [objectType.toLowerCase()],
    ({ own, earlier }) => ({
      code: 'object-named-twice',
      severity: 'error',
      message: `${own.spec.objectType} and ${earlier.spec.objectType} are one object, because the service ignores the case of a name.`,
      hint: 'Use one name for an object everywhere, and declare its schema once.',
    }),
  );
}

function nameIssues(objectType: string): readonly SpecIssue[] {
  if (isStandardObjectType(canonicalObjectType(objectType)))
    return [
      {
        ...{ code: 'schema-of-standard-object', severity: 'error', path: ['schema'] },
        message: `${objectType} is a standard object: its schema cannot be changed.`,
        hint: 'Remove `schema` here.',
      },
    ];
  if (SCHEMA_NAME.test(objectType)) return [];
  return [
    {
      ...{ code: 'schema-name', severity: 'error', path: ['objectType'] },
      message: `${JSON.stringify(objectType)} is not a valid name for a custom object.`,
      hint: `Declare the schema under the name of the object: at most ${LONGEST_SCHEMA_NAME} letters, digits and underscores, starting with a letter. A type id differs from account to account.`,
    },
  ];
}

function textIssues(text: string, member: 'singular' | 'plural'): readonly SpecIssue[] {
  const path = ['schema', 'labels', member];
  // The service refuses an empty label.
  const found = labelIssues(text, path).map(
    ({ blocks: _, ...issue }): SpecIssue => (issue.code === 'text-blank' ? { ...issue, severity: 'error' } : issue),
  );
  if ([...text].length <= LONGEST_SCHEMA_LABEL) return found;
  const message = `The label has ${[...text].length} characters. The service accepts at most ${LONGEST_SCHEMA_LABEL}.`;
  return [...found, { code: 'label-too-long', severity: 'error', path, message, hint: 'Shorten it.' }];
}

function secondaryIssues(names: readonly string[]): readonly SpecIssue[] {
  const path = ['schema', 'secondaryDisplayProperties'];
  if (names.length > MOST_SECONDARY_PROPERTIES) {
    const message = `An object shows at most ${MOST_SECONDARY_PROPERTIES} secondary properties, not ${names.length}.`;
    return [{ code: 'secondary-properties', severity: 'error', path, message, hint: 'Remove the others.' }];
  }
  if (new Set(names).size === names.length) return [];
  const message = 'A property is listed twice.';
  return [{ code: 'secondary-properties', severity: 'error', path, message, hint: 'Remove one of the two.' }];
}
