/** Tests of declarations for live resources, and of fields that are left out with a reason. */

import { expect, it } from 'vitest';
import { buildDeclaration } from '../../src/engine/declaration.ts';
import { listKinds } from '../../src/kinds/index.ts';
import type { Address } from '../../src/model/address.ts';
import type { Fields } from '../../src/model/json.ts';
import type { Declaration } from '../../src/model/kind.ts';

function declared(address: Address, fields: Fields, surface: 'documented' | 'dated' = 'dated'): Declaration {
  const kind = listKinds(surface).find(({ name }) => address.startsWith(`${name}:`));
  const none: Declaration = { without: [] };
  return kind === undefined ? none : buildDeclaration(kind, { address, kind: kind.name, fields, basis: 'observed' });
}

const TIER: Fields = { label: 'Tier', groupName: 'loyalty', type: 'enumeration', fieldType: 'select' };
const KEYS = { objectType: 'contacts', name: 'tier' };

it('leaves out what says nothing', () => {
  const empty = {
    description: '',
    displayOrder: -1,
    formField: false,
    hidden: false,
    dataSensitivity: 'non_sensitive',
  };
  const options = [
    { value: 'a', label: 'A', description: '', displayOrder: 0, hidden: false },
    { value: 'b', label: 'B', description: 'Second', displayOrder: 1, hidden: true },
  ];
  expect(declared('property:contacts/tier', { ...TIER, ...empty, options })).toEqual({
    captured: {
      ...KEYS,
      ...TIER,
      options: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'B', description: 'Second', hidden: true },
      ],
    },
    without: [],
  });
});

it.each(['A', 'B\tx', 'B ', ''])('declares an option list with the label %j, as the account has it', (label) => {
  const options = [
    { value: 'a', label: 'A' },
    { value: 'b', label },
  ];
  expect(declared('property:contacts/tier', { ...TIER, options })).toEqual({
    captured: { ...KEYS, ...TIER, options },
    without: [],
  });
});

it('omits only the invalid option and gives the reason', () => {
  const [first, last] = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ];
  expect(declared('property:contacts/tier', { ...TIER, options: [first, { value: '', label: 'None' }, last] })).toEqual(
    {
      captured: { ...KEYS, ...TIER, options: [first, last] },
      without: [
        { field: 'options', because: 'option-value-blank', reason: 'Option "": The option has an empty value.' },
      ],
    },
  );
});

it('omits the whole list of a bool with an invalid option', () => {
  const options = ['true', 'false', ''].map((value) => ({ value, label: `Is ${value}` }));
  const bool = { ...TIER, type: 'bool', fieldType: 'booleancheckbox' };
  const { captured, without } = declared('property:contacts/tier', { ...bool, options });
  expect([captured, without.map(({ field }) => field)]).toEqual([{ ...KEYS, ...bool }, ['options']]);
});

it.each<[string, Fields, string]>([
  ['an unknown type', { type: 'hologram' }, '"hologram" is an unknown type.'],
  ['no group', { groupName: '' }, '"" cannot be declared as groupName.'],
  [
    'half a surrogate pair',
    { label: '\ud800' },
    'A text of it contains half of a surrogate pair, which is not a character.',
  ],
])('does not declare a property with %s', (_, fields, reason) => {
  const { captured, without } = declared('property:contacts/tier', { ...TIER, ...fields });
  expect({ captured, reasons: without.map((one) => one.reason) }).toEqual({ captured: undefined, reasons: [reason] });
});

it('omits a resource whose type or label the account hides', () => {
  const { type: _, ...unknown } = TIER;
  expect(declared('property:contacts/tier', unknown)).toEqual({
    without: [{ because: 'missing-key', reason: 'The account does not show its type.' }],
  });
  expect(declared('property-group:contacts/loyalty', {}, 'documented')).toEqual({
    without: [{ because: 'label-unread', reason: 'Its label and its order cannot be read on this surface.' }],
  });
});

it('declares a property on the documented surface that no route can create', () => {
  const { captured } = declared('property:deals/tier', { ...TIER, type: 'date', fieldType: 'date' }, 'documented');
  expect(captured).toMatchObject({ type: 'date', fieldType: 'date' });
});

it('names an app by its number, and a category only where it has to', () => {
  expect(declared('webhook-subscription:2001/contact.creation', { active: true, eventTypeName: '' }).captured).toEqual({
    appId: 2001,
    eventType: 'contact.creation',
  });
  const limit = (address: Address) => declared(address, { maxToObjectIds: 3 }).captured;
  expect(limit('association-limit:contacts/companies/SERVICE_DEFINED/279')).toEqual({
    ...{ from: 'contacts', to: 'companies', typeId: 279, maxToObjectIds: 3 },
  });
  expect(limit('association-limit:contacts/companies/SERVICE_DEFINED/Board%20member')).toEqual({
    ...{ from: 'contacts', to: 'companies', category: 'SERVICE_DEFINED', label: 'Board member', maxToObjectIds: 3 },
  });
});
