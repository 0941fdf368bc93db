/** Worlds of one test file, each closed after its test. */

import { afterEach } from 'vitest';
import type { Surface } from '../../src/contract/surfaces.ts';
import type { DesiredResource } from '../../src/model/desired.ts';
import { aWorld, ONE_OF_EACH, type World } from './applying.ts';

export interface Worlds {
  /** Creates a world with new parts, or another process of an existing service. */
  world(beside?: Parameters<typeof aWorld>[0]): Promise<World>;
  /** A world in which everything was applied once; one of each kind when left out. */
  settled(resources?: readonly DesiredResource[]): Promise<World>;
}

/** Closes the worlds after each test. Call it at the top of a test file. */
export function closedWorlds(surface: Surface = 'documented'): Worlds {
  const open: World[] = [];
  afterEach(async () => {
    for (const service of new Set(open.splice(0).map((world) => world.service))) await service.close();
  });
  const world: Worlds['world'] = async (beside) => {
    const made = await aWorld(beside, surface);
    open.push(made);
    return made;
  };
  return {
    world,
    settled: async (resources = ONE_OF_EACH) => {
      const made = await world();
      await made.apply(await made.plan(resources));
      return made;
    },
  };
}
