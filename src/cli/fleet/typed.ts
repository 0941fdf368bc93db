/** What was typed of a fleet, as far as the next command needs it again. */

import { hasPassword } from '../../contract/address-secrets.ts';
import type { Typed } from '../../report/text/typed.ts';
import { typedOf } from '../context.ts';
import type { World } from '../world.ts';
import type { FleetFlags } from './flags.ts';

/** A password is not repeated: whoever typed it knows it. */
export function typedFleet(world: World, flags: FleetFlags): Typed {
  const { database } = flags;
  const typed = typedOf(world, flags);
  return database === undefined || hasPassword(database) ? typed : { ...typed, database };
}
