/** The service of the story, with all its accounts, and a way to wait until so many changes were made in them. */

import { type Service, startService } from '../../../src/service/index.ts';
import { seedOf } from '../seed.mts';

export interface Crm {
  readonly service: Service & { readonly url: string };
  readonly hubIds: readonly number[];
  /** Resolves when the service has made so many changes, and before the reply of the last one is sent. */
  writes(count: number): Promise<void>;
}

export async function startCrm(accounts: number): Promise<Crm> {
  const seed = seedOf(accounts);
  let left = Number.POSITIVE_INFINITY;
  let reached: () => void = () => undefined;
  const service = await startService({
    seed,
    onCall({ at, endpoint, committed }) {
      if (at === 'arrived' || committed !== true || !/^(create|update)/.test(endpoint)) return;
      left -= 1;
      if (left === 0) reached();
    },
  });
  return {
    service,
    hubIds: seed.accounts.map(({ hubId }) => hubId),
    writes(count) {
      left = count;
      return new Promise((resolve) => {
        reached = resolve;
      });
    },
  };
}
