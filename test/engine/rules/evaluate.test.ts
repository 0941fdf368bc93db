import { describe, expect, it } from 'vitest';
import { offlineFindings } from '../../../src/engine/rules/evaluate.ts';
import { kindsOn } from '../../../src/kinds/index.ts';
import { resolveTexts } from '../../config/builders.ts';

const NOW = Date.UTC(2026, 5, 1);

const SCHEMA = `
objects:
  contacts:
    groups:
      g:
        displayName: G
        properties:
          crm_tier: { label: Tier, type: enumeration, fieldType: select, description: Level, options: [{ value: "10", label: Ten }, { value: "9", label: Nine }, { value: b, label: apple }] }
          shoesize: { label: tier, type: number, fieldType: number }
  deals:
    groups:
      g:
        displayName: G
        properties:
          crm_notes: { label: Tier, type: string, fieldType: textarea, description: "  " }
eventDefinitions:
  order_placed:
    properties:
      channel: { label: Channel, type: enumeration, options: [{ value: shop, label: Shop }, { value: old, label: Old, hidden: true }] }
`;

/** What the rules say of the schema above, as `severity code line: message`. */
function said(policy: string): readonly string[] {
  const resolution = resolveTexts(`version: 1\npolicy:\n  rules:\n    ${policy}\n${SCHEMA}`);
  return offlineFindings(resolution, kindsOn('documented'), NOW).map(
    ({ severity, code, provenance, message }) => `${severity} ${code} ${provenance?.line}: ${message}`,
  );
}

describe('the house rules', () => {
  it.each([
    [
      'name-pattern: { severity: error, pattern: ^crm_ }',
      [
        'error name-pattern 23: The name of event-definition-property:order_placed/channel does not match ^crm_.',
        'error name-pattern 13: The name of property:contacts/shoesize does not match ^crm_.',
      ],
    ],
    [
      'name-pattern: { severity: error, pattern: "^.{3,}$", kinds: [property-group], objects: [contact] }',
      ['error name-pattern 9: The name of property-group:contacts/g does not match ^.{3,}$.'],
    ],
    [
      'description-required: warn',
      [
        'warning description-required 23: event-definition-property:order_placed/channel has no description.',
        'warning description-required 13: property:contacts/shoesize has no description.',
        'warning description-required 19: property:deals/crm_notes has no description.',
      ],
    ],
    [
      'description-required: { severity: info, kinds: [event-definition-property] }',
      ['info description-required 23: event-definition-property:order_placed/channel has no description.'],
    ],
    [
      'label-unique: error',
      ['error label-unique 13: property:contacts/shoesize has the same label as property:contacts/crm_tier.'],
    ],
    [
      'forbidden-type: { severity: error, types: [number], fieldTypes: [textarea, number] }',
      [
        'error forbidden-type 13: property:contacts/shoesize has the type number, which this project forbids.',
        'error forbidden-type 13: property:contacts/shoesize has the fieldType number, which this project forbids.',
        'error forbidden-type 19: property:deals/crm_notes has the fieldType textarea, which this project forbids.',
      ],
    ],
    ['forbidden-type: { severity: error, types: [number], objects: [deals] }', []],
    ['max-properties: { severity: error, max: 2 }', []],
    [
      'max-properties: { severity: error, max: 1 }',
      ['error max-properties 13: contacts has 2 declared properties, more than 1.'],
    ],
    [
      'event-options-hidden: warning',
      [
        'warning event-options-hidden 23: event-definition-property:order_placed/channel hides the option "old", and no call can unhide it later.',
      ],
    ],
    [
      'options-sorted: warn',
      [
        'warning options-sorted 23: The options of event-definition-property:order_placed/channel are not sorted by label: "Old" comes after "Shop".',
        'warning options-sorted 12: The options of property:contacts/crm_tier are not sorted by label: "Nine" comes after "Ten".',
      ],
    ],
    [
      'options-sorted: { severity: warn, by: value, objects: [contacts] }',
      [
        'warning options-sorted 12: The options of property:contacts/crm_tier are not sorted by value: "9" comes after "10".',
      ],
    ],
    [
      'options-capped: { severity: warn, max: 2 }',
      ['warning options-capped 12: property:contacts/crm_tier declares 3 options, more than 2.'],
    ],
    ['label-unique: off', []],
  ])('%s', (policy, expected) => {
    expect(said(policy)).toEqual(expected);
  });
});
