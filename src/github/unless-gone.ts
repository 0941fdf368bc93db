/** Work on something of the Git host that may no longer exist. */

import { HostError } from '../errors.ts';

/** False when what it is about is not there any more. */
export async function unlessGone(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof HostError && (error.status === 404 || error.status === 410)) return false;
    throw error;
  }
}
