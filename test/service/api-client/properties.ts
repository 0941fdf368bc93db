/** Properties and groups, as the vendor's client calls them. */

import type { Client } from '@hubspot/api-client';
import { describe, expect, it } from 'vitest';
import { DATE, type Given, has, list, run, type Steps } from './steps.ts';

export function properties(given: () => Given): void {
  describe('properties', () => {
    type Properties = Client['crm']['properties'];
    const TIER = { name: 'tier', label: 'Tier', groupName: 'contactinformation' };
    const GOLD = { label: 'Gold', value: 'gold', displayOrder: 0, hidden: false };

    it('one by one', async () => {
      const { coreApi } = given().client.crm.properties;
      type Create = Parameters<typeof coreApi.create>[1];
      const create = { ...TIER, type: 'enumeration', fieldType: 'select', options: [GOLD] } as Create;
      const tier = has({
        ...create,
        options: [has(GOLD)],
        archived: false,
        hubspotDefined: false,
        createdAt: DATE,
        updatedAt: DATE,
      });
      const steps: Steps<Properties['coreApi']> = {
        create: [(api) => api.create('contacts', create), tier],
        getAll: [
          (api) => api.getAll('contacts', false),
          list({ name: 'tier' }, { name: 'email', hubspotDefined: true }),
        ],
        getByName: [(api) => api.getByName('0-1', 'tier'), tier],
        update: [
          (api) => api.update('contacts', 'tier', { label: 'Rank' }),
          has({ label: 'Rank', type: 'enumeration' }),
        ],
        archive: [(api) => api.archive('contacts', 'tier'), undefined],
      };
      await run(coreApi, steps);
      expect(await coreApi.getByName('contacts', 'tier', true)).toMatchObject({ archived: true, archivedAt: DATE });
      await expect(coreApi.getByName('contacts', 'tier')).rejects.toMatchObject({ code: 404 });
    });

    it('in batches', async () => {
      const { batchApi } = given().client.crm.properties;
      type Input = Parameters<typeof batchApi.create>[1]['inputs'][number];
      const input = (name: string) => ({ ...TIER, name, type: 'string', fieldType: 'text' }) as Input;
      const names = { inputs: [{ name: 'first' }, { name: 'second' }] };
      const times = { status: 'COMPLETE', startedAt: DATE, completedAt: DATE };
      const steps: Steps<Properties['batchApi']> = {
        create: [
          (api) => api.create('contacts', { inputs: [input('first'), input('second')] }),
          has({ ...times, results: [has({ name: 'first' }), has({ name: 'second', createdAt: DATE })] }),
        ],
        read: [
          (api) => api.read('contacts', { ...names, archived: false }),
          has({ ...times, results: [has({ name: 'first' }), has({ name: 'second', type: 'string' })] }),
        ],
        archive: [(api) => api.archive('contacts', names), undefined],
      };
      await run(batchApi, steps);
      const mixed = await batchApi.create('contacts', { inputs: [input('third'), input('email')] });
      expect(mixed).toMatchObject({
        results: [{ name: 'third' }],
        numErrors: 1,
        errors: [{ category: 'OBJECT_ALREADY_EXISTS', context: { name: ['email'] } }],
      });
    });

    it('in groups', async () => {
      const steps: Steps<Properties['groupsApi']> = {
        create: [
          (api) => api.create('contacts', { name: 'loyalty', label: 'Loyalty', displayOrder: 7 }),
          { name: 'loyalty', label: 'Loyalty', displayOrder: 7, archived: false },
        ],
        getAll: [(api) => api.getAll('contacts'), list({ name: 'contactinformation' }, { name: 'loyalty' })],
        getByName: [(api) => api.getByName('contact', 'loyalty'), has({ label: 'Loyalty', displayOrder: 7 })],
        update: [
          (api) => api.update('contacts', 'loyalty', { label: 'Points' }),
          has({ label: 'Points', displayOrder: 7 }),
        ],
        archive: [(api) => api.archive('contacts', 'loyalty'), undefined],
      };
      await run(given().client.crm.properties.groupsApi, steps);
    });
  });
}
