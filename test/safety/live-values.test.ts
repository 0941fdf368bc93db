import { afterEach, describe, expect, test } from 'vitest';
import type { Transport } from '../../src/contract/http.ts';
import { SURFACES } from '../../src/contract/surfaces.ts';
import { aWorld, converge, HUB, type World } from '../laws/world.ts';
import { showing } from './replies.ts';

let world: World;

afterEach(() => world.close());

const OPEN = { value: 'open', label: 'Open' };
const SETTLED = { value: 'settled ', label: 'Case settled ' };
const PLAIN: Property = { label: 'Unit', type: 'string', fieldType: 'text' };

interface Property {
  readonly label: string;
  readonly type: string;
  readonly fieldType: string;
  readonly description?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

function declaring(unit: Property, name = 'unit') {
  const objects = { contacts: { groups: { contactinformation: { properties: { [name]: unit } } } } };
  return [{ path: 'trueup.yaml', text: JSON.stringify({ version: 1, objects }) }];
}

/** The service, whose replies show the property `unit` with other members. */
function unitWith(members: object): { readonly transport: Transport } {
  const change = (_: string, value: unknown) =>
    Object(value).name === 'unit' ? { ...Object(value), ...members } : value;
  return { transport: showing(world.service.transport, change) };
}

describe.each(SURFACES)('on the %s surface', (surface) => {
  test.each<readonly [string, Property]>([
    ['a label with a blank at its end', { ...PLAIN, label: 'Unit ' }],
    ['an empty label', { ...PLAIN, label: '' }],
    ['a label with a line break', { ...PLAIN, label: 'Unit\nof it' }],
    [
      'option labels with blanks at their ends',
      { ...PLAIN, type: 'enumeration', fieldType: 'select', options: [OPEN, SETTLED] },
    ],
    [
      'two options with one label',
      { ...PLAIN, type: 'enumeration', fieldType: 'select', options: [OPEN, { ...OPEN, value: 'also' }] },
    ],
    ['a bool without options', { ...PLAIN, type: 'bool', fieldType: 'radio' }],
    ['a score', { ...PLAIN, type: 'number', fieldType: 'calculation_score' }],
    ['a read time', { ...PLAIN, type: 'number', fieldType: 'calculation_read_time' }],
    ['a type of the other surface', { ...PLAIN, type: 'json', fieldType: 'text' }],
  ])('a property that the account has with %s is pulled, in sync, and blocked only in a create', async (_, unit) => {
    world = await aWorld(surface);
    const held = { ...PLAIN, name: 'unit', groupName: 'contactinformation' };
    await world.service.admin(HUB).addProperty('contacts', held);
    const live = unitWith({ options: [], ...unit });
    const { files } = await world
      .reconciler(declaring(PLAIN, 'other'), live)
      .pull({ patterns: ['property:contacts/unit'] });
    expect(files.map(({ text }) => text).join('')).toContain(unit.fieldType);
    const reconciler = world.reconciler(declaring(unit), live);
    const { changes, findings } = await reconciler.plan();
    expect(changes.map(({ action }) => action)).toEqual(['keep']);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const described = await world.reconciler(declaring({ ...unit, description: 'Described.' }), live).plan();
    expect(described.changes.map(({ action }) => action)).toEqual(['update']);
    const created = await world.reconciler(declaring(unit, 'another')).plan();
    expect(created.changes.map(({ action }) => action)).toEqual(['blocked']);
  });
});

test.each(SURFACES)(
  'a create of a name that no create takes is blocked, and an update is not (%s)',
  async (surface) => {
    world = await aWorld(surface);
    const files = declaring(PLAIN, 'LoyaltyTier');
    expect((await world.reconciler(files).plan()).changes).toMatchObject([
      {
        action: 'blocked',
        because: 'no-endpoint',
        reason: expect.stringContaining('is not valid for a new definition'),
      },
    ]);
    const held = { ...PLAIN, name: 'LoyaltyTier', label: 'Tier', groupName: 'contactinformation' };
    await world.service.admin(HUB).addProperty('contacts', held);
    expect((await converge(world.reconciler(files), [])).result.outcomes).toMatchObject([{ status: 'applied' }]);
  },
);

test('a change that writes a label with a blank at its end is blocked', async () => {
  world = await aWorld('dated');
  const tier = { ...PLAIN, type: 'enumeration', fieldType: 'select', options: [OPEN] };
  await converge(world.reconciler(declaring(tier)), []);
  const plans = [
    { ...tier, label: 'Unit ' },
    { ...tier, options: [OPEN, SETTLED] },
    { ...tier, options: [{ ...OPEN, label: 'Open ' }] },
  ].map(async (unit) => (await world.reconciler(declaring(unit)).plan()).changes[0]);
  for (const change of await Promise.all(plans)) {
    expect(change).toMatchObject({ action: 'blocked', because: 'no-endpoint' });
    expect(change?.reason).toContain('has leading or trailing whitespace.');
  }
});
