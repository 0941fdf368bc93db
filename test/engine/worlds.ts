/** Worlds of one test file, each closed after its test. */

import { afterEach } from 'vitest';
import type { DesiredResource } from '../../src/model/desired.ts';
import { aWorld, ONE_OF_EACH, type World } from './applying.ts';

export interface Worlds {
  world(): Promise<World>;
  /** A world in which everything was applied once; one of each kind when left out. */
  settled(resources?: readonly DesiredResource[]): Promise<World>;
}

/** To be called at the top of a test file. */
export function closedWorlds(): Worlds {
  const open: World[] = [];
  afterEach(async () => {
    for (const world of open.splice(0)) await world.service.close();
  });
  const world = async (): Promise<World> => {
    const made = await aWorld();
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
