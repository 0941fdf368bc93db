/** Labels, types and limits of associations, as the vendor's client calls them. */

import schema from '@hubspot/api-client/lib/codegen/crm/associations/v4/schema/index.js';
import { describe, expect, it } from 'vitest';
import { DATE, type Given, has, run, type Steps } from './steps.ts';

export function associations(given: () => Given): void {
  describe('associations', () => {
    const PAIR = ['contacts', 'companies'] as const;

    it('labels', async () => {
      const { definitionsApi } = given().client.crm.associations.v4.schema;
      const label = { category: 'USER_DEFINED', typeId: 1, label: 'Board member' };
      const steps: Steps<typeof definitionsApi> = {
        create: [
          (api) => api.create(...PAIR, { name: 'board', label: 'Board member', inverseLabel: 'Board of' }),
          { results: [has(label), has({ typeId: 2, label: 'Board of' })] },
        ],
        getAll: [
          (api) => api.getAll(...PAIR),
          { results: [has({ category: 'HUBSPOT_DEFINED', typeId: 279 }), has(label)] },
        ],
        update: [(api) => api.update(...PAIR, { associationTypeId: 1, label: 'On the board' }), undefined],
        remove: [(api) => api.remove(...PAIR, 1), undefined],
      };
      await run(definitionsApi, steps);
      expect((await definitionsApi.getAll(...PAIR)).results).toHaveLength(1);
    });

    it('types of version 3', async () => {
      const { typesApi } = given().client.crm.associations.schema;
      const steps: Steps<typeof typesApi> = {
        getAll: [(api) => api.getAll(...PAIR), { results: [has({ id: '279', name: 'contacts_to_companies' })] }],
      };
      await run(typesApi, steps);
      await expect(typesApi.getAll('contacts', 'nonsense')).rejects.toMatchObject({ code: 400 });
    });

    it('limits', async () => {
      const { service } = given();
      const { accessToken } = service.development;
      const api = new schema.DefinitionConfigurationsApi(
        schema.createConfiguration({
          baseServer: new schema.ServerConfiguration(service.url, {}),
          authMethods: { oauth2: { accessToken } },
        }),
      );
      type Create = Parameters<typeof api.batchCreate>[2]['inputs'][number];
      type Update = Parameters<typeof api.batchUpdate>[2]['inputs'][number];
      const key = { category: 'HUBSPOT_DEFINED', typeId: 279 };
      const limit = (most: number) => ({ ...key, userEnforcedMaxToObjectIds: most });
      const times = { status: 'COMPLETE', startedAt: DATE, completedAt: DATE };
      const steps: Steps<typeof api> = {
        batchCreate: [
          (limits) => limits.batchCreate(...PAIR, { inputs: [{ ...key, maxToObjectIds: 5 } as Create] }),
          has({ ...times, results: [has(limit(5))] }),
        ],
        batchUpdate: [
          (limits) => limits.batchUpdate(...PAIR, { inputs: [{ ...key, maxToObjectIds: 6 } as Update] }),
          has({ ...times, results: [has(limit(6))] }),
        ],
        getAllBetweenTwoObjectTypes: [
          (limits) => limits.getAllBetweenTwoObjectTypes(...PAIR),
          { results: [has(limit(6))] },
        ],
        getAll: [(limits) => limits.getAll(), { results: [has(limit(6))] }],
        batchRemove: [(limits) => limits.batchRemove(...PAIR, { inputs: [key] }), undefined],
      };
      await run(api, steps);
      expect((await api.getAll()).results).toEqual([]);
    });
  });
}
