/** Who works here, for those who read it later. */

import { userInfo } from 'node:os';
import type { Context } from '../context.ts';

/** As the environment says it, else as the system does. */
export function personOf({ world: { env } }: Context): string {
  return env['USER'] || env['USERNAME'] || env['LOGNAME'] || systemName();
}

/** A user without an entry, as in some containers, has no name. */
function systemName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
