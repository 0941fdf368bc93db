import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aLabelsWorld, type LabelsWorld } from '../labels-world.ts';

let world: LabelsWorld;
let boats: string;
let docks: string;
beforeEach(async () => {
  world = await aLabelsWorld();
  for (const name of ['boats', 'docks'])
    await world
      .admin()
      .addSchema({ name, labels: { singular: name, plural: name }, primaryDisplayProperty: 'hs_object_id' });
  const { objectTypes } = await world.snapshot();
  const idOf = (name: string) => objectTypes.find((type) => type.name === name)?.id ?? '';
  [boats, docks] = [idOf('boats'), idOf('docks')];
  await world.admin().addLabel({ from: boats, to: docks, name: 'berth', label: 'Berth', inverseLabel: 'Berthed' });
  await world.admin().addLabel({ from: boats, to: boats, name: 'tow', label: 'Tow' });
});
afterEach(() => world.close());

const declared = (from: string, to: string, label: string) =>
  `associationLabels: [{ from: ${from}, to: ${to}, labels: [{ name: berth, label: ${label}, inverseLabel: Berthed }] }]\n`;

describe('labels of a colleague between two custom objects', () => {
  it.each([
    ['by name', () => ['boats', 'docks'] as const],
    ['by type id', () => [boats, docks] as const],
  ])('declared %s are taken over under the name in the account', async (_, pair) => {
    const [from, to] = pair();
    await world.untilNamed();
    const address = `association-label:${from}/${to}/berth`;
    expect(await world.planned(declared(from, to, 'Berth'))).toEqual([`keep ${address}`]);
    expect(await world.applied(declared(from, to, 'Mooring'))).toMatchObject([
      { address, action: 'update', status: 'applied' },
    ]);
    expect(await world.labels()).toEqual([
      `${boats} > ${boats} tow: Tow`,
      `${boats} > ${docks} berth: Mooring`,
      `${docks} > ${boats} berth: Berthed`,
    ]);
  });

  it('are in the files that a pull writes', async () => {
    await world.untilNamed();
    const { files, findings } = await world.project('').pull({ objects: ['boats', 'docks'] });
    expect(findings).toEqual([]);
    const text = files.map((file) => file.text).join('');
    expect(text).toContain('- { name: berth, label: Berth, inverseLabel: Berthed }');
    expect(text).toContain('- { name: tow, label: Tow }');
  });
});
