/** Settings and subscriptions of webhooks, as the vendor's client calls them. */

import { describe, expect, it } from 'vitest';
import { DATE, type Given, has, run, type Steps } from './steps.ts';

export function webhooks(given: () => Given): void {
  describe('webhooks', () => {
    const APP = 2001;
    const TIMES = { createdAt: DATE, updatedAt: DATE };

    it('settings', async () => {
      const { settingsApi } = given().client.webhooks;
      const settings = { targetUrl: 'https://hooks.example.com', throttling: { maxConcurrentRequests: 10 } };
      const steps: Steps<typeof settingsApi> = {
        configure: [(api) => api.configure(APP, settings), { ...settings, ...TIMES }],
        getAll: [(api) => api.getAll(APP), { ...settings, ...TIMES }],
        clear: [(api) => api.clear(APP), undefined],
      };
      await run(settingsApi, steps);
      await expect(settingsApi.getAll(APP)).rejects.toMatchObject({ code: 404 });
    });

    it('subscriptions, of which a new one is not active unless it says so', async () => {
      const { subscriptionsApi } = given().client.webhooks;
      type Create = Parameters<typeof subscriptionsApi.create>[1];
      const create = { eventType: 'contact.propertyChange', propertyName: 'email' } as Create;
      const one = { id: '1', ...create, active: false, ...TIMES };
      const steps: Steps<typeof subscriptionsApi> = {
        create: [(api) => api.create(APP, create), one],
        getAll: [(api) => api.getAll(APP), { results: [one] }],
        getById: [(api) => api.getById(1, APP), one],
        update: [(api) => api.update(1, APP, { active: true }), { ...one, active: true }],
        updateBatch: [
          (api) => api.updateBatch(APP, { inputs: [{ id: 1, active: false }] }),
          has({ status: 'COMPLETE', results: [one], startedAt: DATE, completedAt: DATE }),
        ],
        archive: [(api) => api.archive(1, APP), undefined],
      };
      await run(subscriptionsApi, steps);
    });
  });
}
