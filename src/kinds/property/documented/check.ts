/** Checks of a declared property on the documented surface: types that some route supports (interface 2.6). */

import { isDatedPair } from '../../../contract/dated-values.ts';
import { INTERNAL_NAME } from '../../../contract/names.ts';
import { canonicalObjectType } from '../../../contract/object-types.ts';
import type { SpecIssue } from '../../../model/kind.ts';
import { presenceIssues } from '../../option-issues.ts';
import { DATED_MEMBERS, type DatedMember } from '../members.ts';
import { listIssues, type PropertySpec } from '../spec.ts';
import { createRoute, type Definition, nearestAllowed } from './routes.ts';

export function check(spec: PropertySpec): readonly SpecIssue[] {
  return [...checkGiven(spec), ...presenceIssues(spec)];
}

export function checkGiven(given: Partial<PropertySpec>): readonly SpecIssue[] {
  const { objectType, name, type, fieldType } = given;
  const whole = objectType !== undefined && name !== undefined && type !== undefined && fieldType !== undefined;
  return [
    ...listIssues(given),
    ...DATED_MEMBERS.filter((member) => given[member] !== undefined).map(datedIssue),
    ...(whole ? routeIssues({ objectType: canonicalObjectType(objectType), name, type, fieldType }) : []),
  ];
}

/** No endpoint of this surface supports the member (interface 11.3). */
function datedIssue(member: DatedMember): SpecIssue {
  return {
    code: 'member-needs-dated',
    severity: 'error',
    path: [member],
    message: `${member} can only be declared for an account that uses the dated surface.`,
    hint: `Set \`surface: dated\` in the account, or remove ${member}.`,
  };
}

/**
 * Only a warning, because an existing property keeps its pair. Only the account shows whether the pair is wrong. The writer blocks pairs
 * that no route can produce (interface 2.6).
 */
function routeIssues(desired: Definition): readonly SpecIssue[] {
  const routed = createRoute(desired);
  if ('route' in routed) return [];
  const { field, cause, reason, allowed } = routed.none;
  // No create accepts this name, so the property already exists and needs no create.
  if (cause === 'name' && !INTERNAL_NAME.test(desired.name)) return [];
  return [
    {
      code: cause === 'name' ? 'property-name-form' : 'property-type-not-allowed',
      severity: 'warning',
      path: [cause === 'name' ? 'name' : field],
      message: reason,
      hint: [
        ...(cause === 'name' ? nameHint(desired) : []),
        nearestHint(desired),
        ...(allowed.length === 0 ? [] : [`Allowed: ${allowed.join(', ')}.`]),
        ...(isDatedPair(desired.type, desired.fieldType) ? ['The dated surface allows it.'] : []),
        'Correct it, unless the property already has exactly this type and fieldType.',
      ].join(' '),
    },
  ];
}

/** Suggests the name without the characters that the path of the v1 update refuses, if a valid name remains. */
function nameHint({ name, ...rest }: Definition): readonly string[] {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return 'route' in createRoute({ ...rest, name: plain }) ? [`Rename it to ${plain}, or choose another type.`] : [];
}

function nearestHint(desired: Definition): string {
  const nearest = nearestAllowed(desired);
  if (!('route' in createRoute({ ...desired, ...nearest }))) return 'Choose another type and fieldType.';
  const members = (['type', 'fieldType'] as const).filter((member) => nearest[member] !== desired[member]);
  return `The nearest match is ${members.map((member) => `${member} ${nearest[member]}`).join(' with ')}.`;
}
