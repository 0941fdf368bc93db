/** An account on the dated surface, with a colleague who works in it by calls of his own. */

import { createClient, secret, staticToken } from '../../src/client/index.ts';
import type { ApiCall } from '../../src/contract/calls.ts';
import type { Reconciler, ReconcilerOptions } from '../../src/index.ts';
import { aWorld, ENV, type World } from '../laws/world.ts';

export interface DatedWorld extends World {
  /** Opens a project of a single file. The helper adds `version: 1`. */
  project(text: string, more?: Partial<ReconcilerOptions>): Reconciler;
  colleague(call: ApiCall): Promise<unknown>;
  /** Returns the endpoints called since the last time. Calls that identify the token are left out. */
  called(): Promise<readonly string[]>;
}

export async function aDatedWorld(): Promise<DatedWorld> {
  const world = await aWorld('dated');
  const { service, clock } = world;
  const tokens = staticToken(secret(ENV.TRUEUP_ACCESS_TOKEN));
  const client = createClient({ baseUrl: ENV.TRUEUP_BASE_URL, transport: service.transport, clock, tokens });
  let seen = 0;
  return {
    ...world,
    project: (text, more = {}) =>
      world.reconciler([{ path: 'trueup.yaml', text: `version: 1\n${text}` }], {
        env: { ...ENV, TRUEUP_SURFACE: 'dated' },
        ...more,
      }),
    colleague: async (call) => (await client.send(call)).value,
    called: async () => {
      const all = (await service.calls()).map(({ endpoint }) => endpoint ?? 'unknown');
      const fresh = all.slice(seen);
      seen = all.length;
      return fresh.filter((endpoint) => !/token|account/i.test(endpoint));
    },
  };
}
