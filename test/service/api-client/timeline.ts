/** Timeline events, as the vendor's client calls them. */

import { describe, expect, it } from 'vitest';
import { DATE, type Given, has, run, type Steps } from './steps.ts';

const EVENT = { eventTemplateId: 'template-1', id: 'order-1', tokens: { total: '10' }, objectId: '5' };

export function timeline(given: () => Given): void {
  describe('timeline events', () => {
    it('one by one and in batches', async () => {
      const { eventsApi } = given().client.crm.timeline;
      const one = has({ ...EVENT, objectType: 'contacts', createdAt: DATE, timestamp: DATE });
      const inputs = ['order-2', 'order-3'].map((id) => ({ ...EVENT, id }));
      const times = { status: 'COMPLETE', startedAt: DATE, completedAt: DATE };
      const steps: Steps<typeof eventsApi, 'getDetailById' | 'getRenderById'> = {
        create: [(api) => api.create(EVENT), one],
        createBatch: [
          (api) => api.createBatch({ inputs }),
          has({ ...times, results: [has({ id: 'order-2' }), has({ id: 'order-3', createdAt: DATE })] }),
        ],
        getById: [(api) => api.getById('template-1', 'order-1'), one],
      };
      await run(eventsApi, steps);
      await expect(eventsApi.getById('template-1', 'order-4')).rejects.toMatchObject({ code: 404 });
    });

    it('in a batch of which one is refused', async () => {
      const { eventsApi } = given().client.crm.timeline;
      const inputs = [
        { ...EVENT, id: 'order-5' },
        { ...EVENT, id: 'order-6', eventTemplateId: 'nonsense' },
      ];
      expect(await eventsApi.createBatch({ inputs })).toMatchObject({
        results: [{ id: 'order-5' }],
        numErrors: 1,
        errors: [{ category: 'OBJECT_NOT_FOUND', context: { index: ['1'], id: ['order-6'] } }],
      });
    });
  });
}
