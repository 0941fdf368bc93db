/** Tests of properties of the dated surface that calls cannot create. */

import { describe, expect, it } from 'vitest';
import { aService, send } from './harness.ts';

const contacts = { object_type: 'contacts' };
const tier = { ...contacts, property_name: 'tier' };
const TIER = { name: 'tier', label: 'Tier', groupName: 'contactinformation', type: 'string', fieldType: 'text' };

describe('a property of the dated surface', () => {
  it('is not archived while a person has it in use', async () => {
    const { service } = await aService();
    await send(service, 'createDatedProperty', { params: contacts, body: TIER });
    await service.admin(1001).editProperty('contacts', 'tier', {
      usedIn: [{ parentType: 'FORM', parentName: 'Newsletter' }],
    });
    const refused = await send(service, 'archiveDatedProperty', { params: tier });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [
        {
          message: 'Used in FORM Newsletter',
          subCategory: 'PropertyValidationError.PROPERTY_USAGE',
          context: { parentType: ['FORM'], parentName: ['Newsletter'] },
        },
      ],
    ]);
    await service.admin(1001).editProperty('contacts', 'tier', { usedIn: [] });
    expect((await send(service, 'archiveDatedProperty', { params: tier })).status).toBe(204);
  });

  it('is in no schema when it is sensitive', async () => {
    const { service } = await aService({
      seed: {
        accounts: [{ hubId: 1001, properties: [{ ...TIER, objectType: 'contacts', dataSensitivity: 'sensitive' }] }],
      },
    });
    const { body } = await send(service, 'readDatedSchema', { params: contacts });
    const names = body.properties.map(({ name }: { name: string }) => name);
    expect([names.includes('phone'), names.includes('tier')]).toEqual([true, false]);
  });
});

describe('a batch create of properties', () => {
  const body = { inputs: ['first', 'second', 'third'].map((name) => ({ ...TIER, name })) };

  it.each([
    ['COMPLETE', 3, 3],
    ['PROCESSING', 1, 3],
    ['PENDING', 0, 3],
    ['CANCELED', 0, 0],
  ] as const)('can answer %s, showing %i and having made %i', async (state, shown, made) => {
    const { service } = await aService({ faults: [{ do: 'batch', endpoint: 'createDatedProperties', state }] });
    const reply = await send(service, 'createDatedProperties', { params: contacts, body });
    expect([reply.status, reply.body.status, reply.body.results.length]).toEqual([201, state, shown]);
    const { properties } = await service.snapshot(1001);
    const names = (properties['contacts'] ?? []).map(({ name }) => name);
    expect(body.inputs.filter(({ name }) => names.includes(name))).toHaveLength(made);
  });

  it('makes nothing when its connection breaks before it, and everything when after it', async () => {
    const { service } = await aService({
      faults: [
        { do: 'drop-before', endpoint: 'createDatedProperties' },
        { do: 'drop-after', endpoint: 'createDatedProperties', nth: 2 },
      ],
    });
    const names = async () => {
      const { body: listed } = await send(service, 'listDatedProperties', { params: contacts });
      const all: readonly string[] = listed.results.map(({ name }: { name: string }) => name);
      return ['first', 'second', 'third'].filter((name) => all.includes(name));
    };
    await expect(send(service, 'createDatedProperties', { params: contacts, body })).rejects.toThrow();
    expect(await names()).toEqual([]);
    await expect(send(service, 'createDatedProperties', { params: contacts, body })).rejects.toThrow();
    expect(await names()).toEqual(['first', 'second', 'third']);
  });
});
